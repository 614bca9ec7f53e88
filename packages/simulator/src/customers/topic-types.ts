import type { Kind } from '../lines/line.ts';

export type Topic = {
  opening: readonly string[];
  /** What they may ask further. */
  more: readonly string[];
  /** What they may show about it. */
  shows: Exclude<Kind, 'text'>;
};

export type Words = {
  topics: readonly Topic[];
  /** When nobody answers. */
  waiting: readonly string[];
  leaving: readonly string[];
  thanks: readonly string[];
  /** In front of the question, on another channel. */
  again: string;
  photo: string;
  /** What somebody adds to their question. */
  addition: string;
  /** What was meant for somebody else. */
  slip: string;
  names: { first: readonly string[]; last: readonly string[] };
};
