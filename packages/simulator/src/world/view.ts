import type { CustomerMessageKind } from '../lines/line.ts';
import type { SimulatedChannel } from './scenario.ts';

/** A message as the page shows it. */
export type EntryView = {
  id: number;
  from: 'customer' | 'company';
  kind: CustomerMessageKind;
  text: string;
  /** Name of its picture under /pictures/. */
  photo: string | null;
  /** The choices below the message. */
  choices: string[];
  at: number;
  /** Of the company's message: how far it has got. Of the customer's: whether the company's side has accepted it. */
  state: 'sending' | 'sent' | 'delivered' | 'read' | 'failed';
  reaction: string;
  /** Whether the customer has edited or deleted it. */
  change: '' | 'edited' | 'taken back';
};

/** A phone as the page shows it. */
export type PhoneView = {
  id: string;
  name: string;
  channel: SimulatedChannel;
  address: string;
  sends: CustomerMessageKind[];
  isOnline: boolean;
  /** The person at the page writes as this customer. */
  isHeld: boolean;
  /** Whether the channel tells the company that a message was read. */
  tellsRead: boolean;
  entries: EntryView[];
};

/** Everything at first, later each phone that has changed. */
export type WorldPageEvent =
  | { is: 'all'; desk: string; channels: SimulatedChannel[]; phones: PhoneView[] }
  | { is: 'phone'; phone: PhoneView }
  | { is: 'gone'; id: string };
