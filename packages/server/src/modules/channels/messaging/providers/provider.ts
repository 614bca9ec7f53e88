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

/** An account with its decrypted credentials; never stored in this form. */
export type ProviderAccount = {
  id: number;
  /** Of an SMPP account: its connection. */
  smpp: SmppLine | null;
  address: string;
  businessId: string;
  accessToken: string;
  appSecret: string;
  /** The webhook's address, as the provider calls it. */
  webhookUrl: string;
};

/** A photo, sound or document that the provider keeps for us. */
export type ProviderMedia = { id: string; mime: string; name: string };

/** What a customer wrote. */
export type CustomerContent = {
  text: string;
  extra: MessageExtra | undefined;
  media: readonly ProviderMedia[];
};

/** What identifies one of our messages in a receipt: how its text begins, and the reference that we gave it. */
export type Receipt = { address: string; words: string; reference: number | null };

/** A state, reaction or edit of a message; it may arrive before the message itself. */
export type PendingUpdate =
  | {
      type: 'status';
      /** The mark that we sent with the message, where the provider returns it. */
      mark: string | undefined;
      state: 'sent' | 'delivered' | 'read' | 'failed';
      fault: MessagingFault | null;
      said: string;
      /** Where the provider returns no mark: what identifies the message. */
      receipt?: Receipt;
      /** The customer's address, where it failed because they opted out at the provider. */
      optedOut?: string;
    }
  /** An empty emoji removes the reaction. `from`: the address of whoever reacted. */
  | ({ type: 'reaction'; emoji: string; at: string; from?: string } & OwnMark)
  | ({ type: 'edited'; text: string; at: string } & OwnMark & Pick<MessageExtra, 'cut'>)
  | ({ type: 'deleted'; at: string } & OwnMark);
/** `isOwn`: an agent edited or deleted our message in the provider's own inbox. */
type OwnMark = { isOwn?: boolean };

export type ProviderMessage = CustomerContent & {
  type: 'message';
  /** `name` is empty where the provider does not tell it by itself. */
  from: { address: string; name: string; phone: string | undefined };
  at: Date;
  /** The provider's id of the message that this one replies to. */
  answers: string | undefined;
  /** An opt-out, opt-in or help request, as the provider recognised it. */
  wish?: OptOutKeyword | undefined;
  /** The customer's new number, when the provider reports a change. */
  newPhone?: string | undefined;
};
export type OptOutKeyword = 'stop' | 'start' | 'help';

/** A message to a customer, reported back by the provider: one of ours, or one written in the provider's own inbox. */
export type MessageEcho = CustomerContent & {
  type: 'echo';
  to: string;
  at: Date;
  /** The mark that we sent with a message. The message may be ours even without it. */
  mark: string | undefined;
};

/** Everything sent to a customer until that time has been delivered or read. */
export type WatermarkReceipt = { type: 'progress'; of: string; state: 'delivered' | 'read'; until: string };

/** A template's new state. `account` is the business that it belongs to. */
export type TemplateUpdate = Pick<MessagingTemplate, 'name' | 'language'> & {
  type: 'template';
  /** Undefined: it has changed, and only the provider knows how. */
  became: Pick<MessagingTemplate, 'state' | 'reason'> | undefined;
};

/**
 * An event about neither a message nor a customer: its name is kept with the delivery. `account` may be the business.
 * `health`: it tells how the accounts of that business are doing.
 */
export type AccountNotice = {
  type: 'notice';
  named: string;
  health?: { fault: MessagingFault | null; said: string };
  /** A message that cannot be assigned to anybody: its delivery stays unprocessed. */
  isMessage?: boolean;
};

/** One event of a delivery, with the provider's ids. `account` is the account's address. */
export type ProviderEvent = { account: string; providerId: string } & (
  | ProviderMessage
  | MessageEcho
  | PendingUpdate
  | WatermarkReceipt
  | TemplateUpdate
  | AccountNotice
);

/** One message to send: a text, or a file with a text below it. */
export type OutgoingMessage = {
  text: string;
  fileId: string | null;
  answers: string | null;
  /** The template to send, with its values; `fileId` is its header. */
  template?: OutgoingTemplate;
  /** Buttons or a list below the text. */
  choices?: OutgoingChoices;
  /** One part of a long text message, which the phone joins again. */
  segment?: OutgoingSegment;
};
/** `place` begins with 1. */
export type OutgoingSegment = { isUnicode: boolean; reference: number; of: number; place: number };
/** `open`: the label of the button that opens a list. */
export type OutgoingChoices = { titles: readonly string[]; open: string };
type OutgoingTemplate = {
  name: string;
  language: string;
  content: TemplateContent;
  values: Record<string, string>;
};
/** A template as the provider's interface returns it. */
export type FetchedTemplate = Omit<MessagingTemplate, 'id'> & { providerId: string };

export type OutgoingFile = { name: string; mime: string; size: number; bytes: () => Readable };

/** How long a text may be: alone, and below a file of that type (0: nothing stands below it). */
export type TextLimits = {
  alone: number;
  below: (mime: string) => number;
  /** Returns the length of a text as the provider counts it; undefined where it counts characters. */
  sizeOf?: (text: string) => number;
};

/** A request to an account's webhook. `search`: its query string, with the question mark. */
export type WebhookRequest = { headers: IncomingHttpHeaders; body: Buffer; search: string };

/** Shown to the customer: that their message was read, or that an agent is typing. */
export type ReceiptSignal = 'read' | 'typing';

/** A provider that takes and delivers messages. Each speaks one protocol; everything else is the same for all. */
export type Provider = {
  provider: MessagingProvider;
  mediaId: MediaId;
  /** Longer texts are sent as several messages. */
  textLimits: TextLimits;
  /** Whether the request is signed by the provider. Compares in constant time. Without it nothing comes by webhook. */
  isGenuine?(account: ProviderAccount, delivered: WebhookRequest): boolean;
  /** What is stored of a delivery, if not just its body. */
  keep?: (delivered: WebhookRequest) => Buffer;
  /** The response body that the provider expects; else a plain OK. */
  acknowledgement?: { type: string; body: string };
  /** Splits a text into messages, where its length is not all that counts. */
  split?: (text: string, of: { messageId: number; smpp: SmppLine | null }) => OutgoingMessage[];
  /** Whether this process has the account's connection. Without this function any process may send. */
  hasLine?: (accountId: number) => boolean;
  /** The address of a phone number (E.164), where customers can be written to who have not written. */
  addressOf?: (phone: string) => string;
  /** Whether customers can opt out by writing a keyword. */
  hasOptOut?: boolean;
  /** How long a text with choices below it may be; without it, choices are lines of the text. */
  choiceTextMost?: number;
  /** The events of a delivery, in order. `address`: the receiving account's. Throws if the delivery cannot be parsed. */
  read(body: Buffer, address: string): ProviderEvent[];
  /** `mark` comes back with the message's states. Throws a ProviderError. */
  send(
    account: ProviderAccount,
    to: string,
    message: OutgoingMessage & { mark: string; file: OutgoingFile | undefined },
  ): Promise<{ providerId: string }>;
  /** Fetches all templates of the account's business. Throws a ProviderError. */
  listTemplates?: (account: ProviderAccount) => Promise<FetchedTemplate[]>;
  /** Submits a new template; `file` is the example of its header. Throws a ProviderError. */
  submitTemplate?: (
    account: ProviderAccount,
    template: NewTemplate,
    file?: OutgoingFile,
  ) => Promise<FetchedTemplate>;
  /** Opens the bytes of a customer's file. Throws a ProviderError. */
  openMedia(account: ProviderAccount, id: string, maxBytes: number): Promise<Readable>;
  /** Looks up a customer's name, where messages do not carry it. Throws a ProviderError. */
  profile?: (account: ProviderAccount, address: string) => Promise<{ name: string }>;
  /** Shows “read” or “typing” to a customer, for their last message. May be repeated. Throws a ProviderError. */
  show?: (
    account: ProviderAccount,
    sign: ReceiptSignal,
    last: { address: string; providerId: string },
  ) => Promise<void>;
  /** Tests the account and its token; returns the address that customers see. */
  test(account: ProviderAccount): Promise<{ shownAddress: string }>;
};

export type ErrorDetails = {
  /** Whether a later attempt may succeed. */
  isRetryable: boolean;
  /** Whether the message may have been delivered in spite of the error. */
  maybeDelivered?: boolean;
  /** How long the provider asks us to wait. */
  pauseMs?: number;
  /** The customer has opted out at the provider. */
  isOptedOut?: boolean;
};

/** Why the provider refused: our code, and its own message. */
export class ProviderError extends Error {
  readonly errorCode: MessagingFault;
  readonly providerMessage: string;
  readonly details: ErrorDetails;

  constructor(errorCode: MessagingFault, providerMessage: string, details: ErrorDetails) {
    super(`${errorCode}: ${providerMessage}`);
    this.errorCode = errorCode;
    this.providerMessage = providerMessage;
    this.details = details;
  }
}

/** Rethrows the error of a request that may be repeated safely, such as an upload: `maybeDelivered` does not matter there. */
export function rethrowRepeatable(error: unknown): never {
  if (!(error instanceof ProviderError)) throw error;
  const { isRetryable, pauseMs } = error.details;
  throw new ProviderError(error.errorCode, error.providerMessage, {
    isRetryable,
    ...(pauseMs !== undefined && { pauseMs }),
  });
}
