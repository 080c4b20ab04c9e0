/**
 * Help on models that write continuations, what they are sent, and what is recorded about their answers. In the marks
 * of `views/help/HelpPage.tsx`.
 */
export const MODELS_HELP = `
A model writes only when you ask it to, and is sent only what the Context tab shows. What it writes never
moves your caret and never replaces your words.

## The offline agent

The program includes a small text model. It runs on this computer, and learns from its sample texts and your
own pages. It is not a great author, but it needs no account and no network.

## Services

[Connect a model](command:model.connect) leads from a service and its key, or a server on this computer, to
a model that Generate asks. The key is stored in the system’s keychain and sent only to the service’s own
address. What is set up is listed in [Providers](settings:providers), where you can also add headers and
fields.

## Agents and presets

An agent is a model with a name, a colour and its own parameters. [Agents](settings:agents) belong to a
grove, and you can ask several at once. An agent that you save as a template is kept for all groves: new
ones get it, and the others offer it. A [preset](settings:presets) saves which agent to ask, for how many
continuations of what length, under a name and a key.

## What is sent

The Context tab shows it piece by piece, with its size: the system text, memory, the author’s note, and as
much of the text before the caret as fits. A text that you exclude or prune goes to no model, whatever an agent
asks for, and no agent can change that. [Usage](settings:usage) totals
what was sent and received.

## While it writes

You can keep writing. The first continuation to finish becomes the end of your text, unless you have already
continued there yourself; the others wait beside it. {Esc} stops generation and keeps what has arrived.
{generation.switch} asks for one more and switches to it. If a service reports how likely its words were,
{node.token} shows the alternatives.

---

Next: [conversations](help:conversations).
`;
