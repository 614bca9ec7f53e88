/**
 * Limits that schemas, forms and messages share. Lengths are in characters, sizes in bytes, times in the unit of their name.
 */
export const LIMITS = {
  subject: 300,
  name: 120,
  body: 20_000,
  /** An automatic reply, in one language. */
  autoReply: 1000,
  identity: 254,
  tag: 40,
  /** The name of a template that is typed after a slash. */
  shortcut: 30,
  tags: 20,
  /** Tickets that can be merged at once, and that one ticket can contain in all. */
  mergeAtOnce: 20,
  mergedTickets: 100,
  /** Messages that can be selected to be split off. */
  splitMessages: 500,
  ticketLinks: 100,
  mentions: 20,
  search: 200,
  url: 2_000,
  /** Custom fields: a single-line answer, a multi-line answer, and the number of options. */
  answerLine: 300,
  answerText: 4_000,
  fieldOptions: 500,
  /** Custom fields in a web form. */
  formFields: 20,
  /** The key of a custom field, for its variable in templates. */
  fieldKey: 40,
  fileBytes: 25 * 1024 * 1024,
  filesPerMessage: 10,
  /** Uploaded files of one agent that no message uses yet, as in drafts. */
  filesWaiting: 50,
  pageSize: 100,
  /** Tickets of one bulk update. */
  bulkTickets: 10_000,
  /** Saved views of one user. */
  views: 200,
  /** Rows of one list of the settings, and of an imported file. */
  listRows: 10_000,
  listPage: 250,
  listFileBytes: 5 * 1024 * 1024,
  /** A file of customers to import: about half a million rows. */
  importBytes: 100 * 1024 * 1024,
  /** E-mail: its HTML, its recipients, and how many of a received mail's recipients are shown. */
  mailHtml: 200_000,
  mailRecipients: 100,
  /** Recipients of To, Cc and Bcc together. */
  mailRecipientsTogether: 50,
  mailRecipientsShown: 50,
  /** A received e-mail with its attachments. Of a larger one only the beginning is stored. */
  mailBytes: 60 * 1024 * 1024,
  mailSignature: 20_000,
  mailFolders: 10,
  mailBlocked: 500,
  mailGroups: 50,
  mailSecret: 4_000,
  /** A delivery of a provider, and a file of a customer. */
  webhookBytes: 4 * 1024 * 1024,
  messagingFileBytes: 100 * 1024 * 1024,
  passwordMin: 10,
  passwordMax: 200,
  jsonBytes: 1024 * 1024,
  /** Limits for visitors are lower than for agents. */
  visitorBody: 4_000,
  visitorFileBytes: 10 * 1024 * 1024,
} as const;

/** Section 9 of the specification: Socket.IO's reconnection and transport values. */
export const SOCKET = {
  path: '/socket.io',
  reconnectionDelayMs: 1000,
  reconnectionDelayMaxMs: 5000,
  randomizationFactor: 0.5,
  connectTimeoutMs: 20_000,
  maxUriLength: 8000,
  compressionThreshold: 1024,
  transports: ['polling', 'websocket', 'webtransport'],
} as const;
