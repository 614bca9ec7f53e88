import type { CustomerMessageKind } from '../lines/line.ts';
import type { SimulatedChannel } from './scenario.ts';

/** What the page shows of a message. */
export type EntryView = {
  id: number;
  from: 'customer' | 'company';
  kind: CustomerMessageKind;
  text: string;
  /** Name of its picture below /pictures/. */
  photo: string | null;
  /** What can be pressed below it. */
  choices: string[];
  at: number;
  /** Of the company's: how far it has come to the phone. Of the customer's: whether the company's side has taken it. */
  state: 'sending' | 'sent' | 'delivered' | 'read' | 'failed';
  reaction: string;
  /** What the customer has done with it since. */
  change: '' | 'edited' | 'taken back';
};

/** What the page shows of a phone. */
export type PhoneView = {
  id: string;
  name: string;
  channel: SimulatedChannel;
  address: string;
  sends: CustomerMessageKind[];
  isOnline: boolean;
  /** Whoever looks at the page writes as this customer. */
  isHeld: boolean;
  /** Whether the channel tells the company that something was read. */
  tellsRead: boolean;
  entries: EntryView[];
};

/** Everything at first; later each phone that has changed. */
export type WorldPageEvent =
  | { is: 'all'; desk: string; channels: SimulatedChannel[]; phones: PhoneView[] }
  | { is: 'phone'; phone: PhoneView }
  | { is: 'gone'; id: string };
