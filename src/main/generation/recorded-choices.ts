/** Reads the choices of an answer again, from the bytes of its record. */
import { choiceIndex as indexOf } from '../../core/answers/choice-index.ts';
import { isRecord, listOf, parsed } from '../../core/answers/read-json.ts';

/**
 * What the body of a response says of a choice, in order: a part for each event of a stream, one of a body that was not
 * streamed. An event that is no JSON, such as the one where the body was cut, is left out.
 */
export function* recordedChoices(
  body: Uint8Array,
  choiceIndex: number,
): Generator<Readonly<Record<string, unknown>>> {
  for (const event of eventsOf(new TextDecoder().decode(body))) {
    for (const [place, choice] of listOf(isRecord(event) ? event.choices : undefined).entries())
      if (isRecord(choice) && indexOf(choice, place) === choiceIndex) yield choice;
  }
}

/** The JSON of every event of a stream, or of a body that was not streamed. */
function* eventsOf(body: string): Generator<unknown> {
  if (!/^\s*\{/.test(body)) {
    // Not `.*$`: to these, the line separators that JSON may have in a string end a line.
    for (const [, data = ''] of body.matchAll(/(?:^|[\r\n])data: ?([^\r\n]*)/g)) {
      // The stream's final `[DONE]` and an event that was cut off say nothing.
      const event = parsed(data);
      if (event !== undefined) yield event;
    }
  } else yield parsed(body);
}
