@echo off
rem The command line of Aspen Grove, run by the node on the path: the program itself does not run scripts.
rem In a package this file is in resources\cli, and what it starts in resources\app.asar.unpacked; in a clone, in out\cli.
setlocal
set "bundle=%~dp0..\app.asar.unpacked\out\cli\aspen.js"
if not exist "%bundle%" set "bundle=%~dp0..\..\out\cli\aspen.js"
if not exist "%bundle%" (
  echo aspen: the file out\cli\aspen.js of Aspen Grove is missing; install the program again.>&2
  exit /b 2
)
where node >nul 2>nul
if errorlevel 1 (
  echo aspen needs Node 22 or later, and there is no node on the path.>&2
  exit /b 2
)
set "major=0"
for /f "tokens=1 delims=v." %%v in ('node --version') do set "major=%%v"
if %major% lss 22 (
  echo aspen needs Node 22 or later; the node on the path has version %major%.>&2
  exit /b 2
)
node "%bundle%" %*
exit /b %errorlevel%
