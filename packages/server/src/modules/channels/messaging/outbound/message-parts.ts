import type { FileRef } from '@trunkline/contract';
import type { OutgoingMessage, OutgoingChoices, TextLimits } from '../providers/provider.ts';

/**
 * Splits a reply into messages. The text is the caption of the first file; where it does not fit there, or the file takes no caption, it is
 * sent before the files, in as many messages as it needs.
 */
export function partsOf(
  text: string,
  files: readonly Pick<FileRef, 'id' | 'mime'>[],
  limits: TextLimits,
): OutgoingMessage[] {
  const [first] = files;
  const isBelow = first !== undefined && text.length <= limits.below(first.mime);
  const alone = isBelow ? [] : splitText(text, limits);
  return [
    ...alone.map((part) => ({ text: part, fileId: null, answers: null })),
    ...files.map(({ id }, at) => ({ text: isBelow && at === 0 ? text : '', fileId: id, answers: null })),
  ];
}

/** A reply with choices: its text is the last message, with the choices below it. */
export function partsWithChoices(
  text: string,
  files: readonly Pick<FileRef, 'id' | 'mime'>[],
  { choices, limits }: { choices: OutgoingChoices; limits: TextLimits },
): OutgoingMessage[] {
  const words = splitText(text, limits).map((part) => ({ text: part, fileId: null, answers: null }));
  return [
    ...files.map(({ id }) => ({ text: '', fileId: id, answers: null })),
    ...words.map((part, at) => (at === words.length - 1 ? { ...part, choices } : part)),
  ];
}

/** Splits between paragraphs, lines or words where possible; never inside a grapheme. */
export function splitText(
  text: string,
  { alone, sizeOf = ({ length }) => length }: Pick<TextLimits, 'alone' | 'sizeOf'>,
): string[] {
  const parts: string[] = [];
  let rest = text.trim();
  while (sizeOf(rest) > alone) {
    const most = lengthThatFits(rest, alone, sizeOf);
    const head = rest.slice(0, most + 1);
    const at = ['\n\n', '\n', ' '].map((gap) => head.lastIndexOf(gap)).find((one) => one > most / 2);
    const end = at ?? lastBoundary(head, most);
    parts.push(rest.slice(0, end).trimEnd());
    rest = rest.slice(end).trimStart();
  }
  return rest === '' ? parts : [...parts, rest];
}

/** The length of the longest prefix that fits. */
function lengthThatFits(text: string, most: number, sizeOf: (text: string) => number): number {
  let size = 0;
  let length = 0;
  for (const character of text) {
    size += sizeOf(character);
    if (size > most) break;
    length += character.length;
  }
  return length;
}

const CHARACTERS = new Intl.Segmenter(undefined, { granularity: 'grapheme' });

function lastBoundary(text: string, most: number): number {
  const begin = CHARACTERS.segment(text).containing(most)?.index ?? most;
  return begin > 0 ? begin : most;
}
