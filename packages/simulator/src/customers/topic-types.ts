import type { CustomerMessageKind } from '../lines/line.ts';

export type CustomerTopic = {
  opening: readonly string[];
  /** What they may ask further. */
  more: readonly string[];
  /** What they may show about it. */
  shows: Exclude<CustomerMessageKind, 'text'>;
};

export type CustomerWords = {
  topics: readonly CustomerTopic[];
  /** When nobody answers. */
  waiting: readonly string[];
  leaving: readonly string[];
  thanks: readonly string[];
  /** In front of the question, on another channel. */
  again: string;
  photo: string;
  /** What somebody adds to their question. */
  addition: string;
  /** A message that was meant for another chat, and is deleted. */
  slip: string;
  names: { first: readonly string[]; last: readonly string[] };
};
