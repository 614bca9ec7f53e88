import type { CustomerMessageKind } from '../lines/line.ts';

export type CustomerTopic = {
  opening: readonly string[];
  /** Further questions on this topic. */
  more: readonly string[];
  /** What customers may send about this topic besides text. */
  shows: Exclude<CustomerMessageKind, 'text'>;
};

export type CustomerWords = {
  topics: readonly CustomerTopic[];
  /** What they write when nobody answers. */
  waiting: readonly string[];
  leaving: readonly string[];
  thanks: readonly string[];
  /** Placed before the question when it is asked again on another channel. */
  again: string;
  photo: string;
  /** The text that a customer adds to their question by editing it. */
  addition: string;
  /** A message that was meant for another chat, and is deleted. */
  slip: string;
  names: { first: readonly string[]; last: readonly string[] };
};
