/** The thread of one plan: makes that which `workerData` asks for, answers it, and ends. */
import { hash } from 'node:crypto';
import { parentPort, workerData } from 'node:worker_threads';
import type { Sha256 } from '../../core/ids.ts';
import { type EditToPlan, planChanges } from '../../core/proposals/plan-answer.ts';

const sha256 = (text: string) => hash('sha256', text, 'hex') as Sha256;
parentPort?.postMessage(planChanges(workerData as EditToPlan, sha256));
