/** Reads the choices of an answer again, from the bytes of its record. */
import { type BodyEvent, BodyReader } from '../../core/answers/body-reader.ts';
import { isRecord, listOf } from '../../core/answers/read-json.ts';
import { choiceIndex as indexOf } from '../../core/answers/wire-reader.ts';
import { AspenError } from '../../core/errors.ts';

/**
 * The parts of a choice in a response's body, in order: one for each event of a stream, one of a body that was not
 * streamed.
 */
export function* recordedChoices(
  body: Uint8Array,
  choiceIndex: number,
): Generator<Readonly<Record<string, unknown>>> {
  for (const event of recordedEvents(body)) {
    const said = event.kind === 'json' ? event.value : undefined;
    for (const [place, choice] of listOf(isRecord(said) ? said.choices : undefined).entries())
      if (isRecord(choice) && indexOf(choice, place) === choiceIndex) yield choice;
  }
}

/** The events of a body, as far as it can be read: a truncated one is skipped. */
export function* recordedEvents(body: Uint8Array): Generator<BodyEvent> {
  const reader = new BodyReader();
  try {
    yield* reader.feed(new TextDecoder().decode(body));
    yield* reader.end();
  } catch (error) {
    if (!(error instanceof AspenError)) throw error;
  }
}
