import type { IncomingHttpHeaders } from 'node:http';
import type { Readable } from 'node:stream';
import type {
  MediaId,
  MessageExtra,
  MessagingFault,
  MessagingProvider,
  MessagingTemplate,
  NewTemplate,
  SmppLine,
  TemplateContent,
} from '@trunkline/contract';

/** An account with what is needed to speak for it. Lives in memory only. */
export type ProviderAccount = {
  id: number;
  /** Of an operator's line: where it is. */
  smpp: SmppLine | null;
  address: string;
  businessId: string;
  accessToken: string;
  appSecret: string;
  /** Where the provider delivers to, as it knows that address. */
  webhookUrl: string;
};

/** A photo, sound or document that the provider keeps for us. */
export type ProviderMedia = { id: string; mime: string; name: string };

/** What a customer wrote. */
export type Written = { text: string; extra: MessageExtra | undefined; media: readonly ProviderMedia[] };

/** `words`: how the message begins. `reference`: what we numbered it with. */
export type Receipt = { address: string; words: string; reference: number | null };

/** What is told of a message that has its own id; it may come before that message. */
export type PendingUpdate =
  | {
      type: 'status';
      /** What we gave along when we sent it, where the provider gives that back. */
      mark: string | undefined;
      state: 'sent' | 'delivered' | 'read' | 'failed';
      fault: MessagingFault | null;
      said: string;
      /** Where our mark is not given back: by what the message that it is of can be told from others to them. */
      receipt?: Receipt;
      /** Who has told the provider to hear no more of us, where that is why it failed. */
      optedOut?: string;
    }
  /** An empty emoji takes the reaction back. */
  | { type: 'reaction'; emoji: string; at: string }
  | ({ type: 'edited'; text: string; at: string } & Own)
  | ({ type: 'deleted'; at: string } & Own);
/** Done by the account itself, elsewhere, with a message of its own. */
type Own = { isOwn?: boolean };

export type Message = Written & {
  type: 'message';
  /** `name` is empty where the provider does not tell it by itself. */
  from: { address: string; name: string; phone: string | undefined };
  at: Date;
  /** The provider's id of what it answers. */
  answers: string | undefined;
  /** What the provider has understood that they ask of the channel itself, by whatever words. */
  wish?: Wish | undefined;
  /** The provider tells that this number is theirs from now on. */
  newPhone?: string | undefined;
};
export type Wish = 'stop' | 'start' | 'help';

/** What was written to a customer from here, told back, or elsewhere, such as in the provider's own inbox. */
export type Echo = Written & {
  type: 'echo';
  to: string;
  at: Date;
  /** What we gave along when we sent it; where there is none it may be ours all the same. */
  mark: string | undefined;
};

/** All that had gone to a customer by then has come that far. */
export type Progress = { type: 'progress'; of: string; state: 'delivered' | 'read'; until: string };

/** What became of a template. Its `account` is the business that it belongs to. */
export type TemplateNews = Pick<MessagingTemplate, 'name' | 'language'> & {
  type: 'template';
  /** Undefined: it has changed, and only the provider knows how. */
  became: Pick<MessagingTemplate, 'state' | 'reason'> | undefined;
};

/**
 * What is told of no message and of nobody: kept under its name with the delivery. Its `account` may be the business.
 * `health`: it tells how the accounts of that business are doing.
 */
export type Notice = {
  type: 'notice';
  named: string;
  health?: { fault: MessagingFault | null; said: string };
};

/** One thing that a delivery tells, in the provider's own ids. `account` is the account's address. */
export type ProviderEvent = { account: string; providerId: string } & (
  | Message
  | Echo
  | PendingUpdate
  | Progress
  | TemplateNews
  | Notice
);

/** One message to send: a text, or a file with a text below it. */
export type Outgoing = {
  text: string;
  fileId: string | null;
  answers: string | null;
  /** It is this template, with these values, and the file above it. */
  template?: OutgoingTemplate;
  /** To be pressed below the text. */
  choices?: OutgoingChoices;
  /** It is one of several that a phone puts together again. */
  segment?: OutgoingSegment;
};
/** `place` begins with 1. */
export type OutgoingSegment = { isUnicode: boolean; reference: number; of: number; place: number };
/** `open`: what stands on a list that is to be opened first. */
export type OutgoingChoices = { titles: readonly string[]; open: string };
type OutgoingTemplate = {
  name: string;
  language: string;
  content: TemplateContent;
  values: Record<string, string>;
};
/** A template as the provider tells of it. */
export type FetchedTemplate = Omit<MessagingTemplate, 'id'> & { providerId: string };

export type OutgoingFile = { name: string; mime: string; size: number; bytes: () => Readable };

/** How long a text may be: alone, and below a file of that type (0: nothing stands below it). */
export type TextLimits = {
  alone: number;
  below: (mime: string) => number;
  /** How long a text is for the provider, where that is not its length. */
  sizeOf?: (text: string) => number;
};

/** What was brought to an account's address. `search`: what stood behind the address, with its question mark. */
export type Delivered = { headers: IncomingHttpHeaders; body: Buffer; search: string };

/** What a customer sees of us beside messages: that theirs was read, or that somebody is writing. */
export type Sign = 'read' | 'typing';

/** A provider that takes and delivers messages. Each speaks one protocol; everything else is the same for all. */
export type Provider = {
  provider: MessagingProvider;
  mediaId: MediaId;
  /** What is longer is sent as several messages. */
  textLimits: TextLimits;
  /** Is this body from the provider? Compares in constant time. */
  isGenuine(account: ProviderAccount, delivered: Delivered): boolean;
  /** What of a delivery is kept, where that is more than its body. */
  keep?: (delivered: Delivered) => Buffer;
  /** What the provider wants to hear; without it, that all is well. */
  acknowledgement?: { type: string; body: string };
  /** How a text is cut, where that is not only by its length. */
  split?: (text: string, of: { messageId: number; smpp: SmppLine | null }) => Outgoing[];
  /** Whether it is this process that has the line of an account; without it, any process sends. */
  hasLine?: (accountId: number) => boolean;
  /** Whether customers can ask it for no more messages. */
  hasOptOut?: boolean;
  /** How long a text with choices below it may be; without it, choices are lines of the text. */
  choiceTextMost?: number;
  /** What a delivery tells, in its order. `address`: that of the account it came to. Throws where it is not readable at all. */
  read(body: Buffer, address: string): ProviderEvent[];
  /** `mark` comes back with the message's states. Throws a ProviderError. */
  send(
    account: ProviderAccount,
    to: string,
    message: Outgoing & { mark: string; file: OutgoingFile | undefined },
  ): Promise<{ providerId: string }>;
  /** All templates of the account's business, where the provider has such. Throws a ProviderError. */
  listTemplates?: (account: ProviderAccount) => Promise<FetchedTemplate[]>;
  /** Has it look at a new one; `file` is the example of what stands above its words. Throws a ProviderError. */
  submitTemplate?: (
    account: ProviderAccount,
    template: NewTemplate,
    file?: OutgoingFile,
  ) => Promise<FetchedTemplate>;
  /** Opens the bytes of a customer's file. Throws a ProviderError. */
  openMedia(account: ProviderAccount, id: string, maxBytes: number): Promise<Readable>;
  /** How somebody is called, where what they write does not tell. Throws a ProviderError. */
  profile?: (account: ProviderAccount, address: string) => Promise<{ name: string }>;
  /** Shows that to whom it writes with there, about their last message. May be done twice. Throws a ProviderError. */
  show?: (
    account: ProviderAccount,
    sign: Sign,
    last: { address: string; providerId: string },
  ) => Promise<void>;
  /** Asks whether the account is there and its token is taken; gives the address as customers know it. */
  test(account: ProviderAccount): Promise<{ shownAddress: string }>;
};

type How = {
  /** Whether it may go well later. */
  isRetryable: boolean;
  /** Whether it may have been done all the same. */
  maybeDelivered?: boolean;
  /** For how long the provider asks to be left alone. */
  pauseMs?: number;
  /** They have told the provider to hear no more of us, in whatever words it takes. */
  isOptedOut?: boolean;
};

/** Why the provider did not do what was asked: in our words, and what it said. */
export class ProviderError extends Error {
  readonly fault: MessagingFault;
  readonly said: string;
  readonly how: How;

  constructor(fault: MessagingFault, said: string, how: How) {
    super(`${fault}: ${said}`);
    this.fault = fault;
    this.said = said;
    this.how = how;
  }
}

/** For what may be done twice, such as an upload: that it may have gone through changes nothing. */
export function withoutDoubt(error: unknown): never {
  if (!(error instanceof ProviderError)) throw error;
  const { isRetryable, pauseMs } = error.how;
  throw new ProviderError(error.fault, error.said, {
    isRetryable,
    ...(pauseMs !== undefined && { pauseMs }),
  });
}
