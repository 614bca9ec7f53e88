/** Limits that schema, form and message share. Lengths are in characters, sizes in bytes, times in their named unit. */
export const LIMITS = {
  subject: 300,
  name: 120,
  body: 20_000,
  /** What an account says by itself, in one language. */
  autoReply: 1000,
  identity: 254,
  tag: 40,
  /** What is typed after the slash to get a template. */
  shortcut: 30,
  tags: 20,
  /** Tickets that are merged into one in one go, and that may stand in one in all. */
  mergeAtOnce: 20,
  mergedTickets: 100,
  /** Messages that are picked one by one to be split off. */
  splitMessages: 500,
  ticketLinks: 100,
  mentions: 20,
  search: 200,
  url: 2_000,
  /** Of custom fields: an answer on one line, one of several lines, and how many options there may be. */
  answerLine: 300,
  answerText: 4_000,
  fieldOptions: 500,
  /** Custom fields that a form on a site asks. */
  formFields: 20,
  /** What stands for a custom field in templates. */
  fieldKey: 40,
  fileBytes: 25 * 1024 * 1024,
  filesPerMessage: 10,
  /** Files of one agent that no message names yet: those of several drafts. */
  filesWaiting: 50,
  pageSize: 100,
  /** Tickets of one bulk change. */
  bulkTickets: 10_000,
  /** Views of one person. */
  views: 200,
  /** Rows of one list of the settings, and of one file that is taken into it. */
  listRows: 10_000,
  listPage: 250,
  listFileBytes: 5 * 1024 * 1024,
  /** A file of customers: half a million or so. */
  importBytes: 100 * 1024 * 1024,
  /** Of a mail: its HTML, who it goes to, and how many of those that it came to are shown. */
  mailHtml: 200_000,
  mailRecipients: 100,
  /** In To, Cc and Bcc together. */
  mailRecipientsTogether: 50,
  mailRecipientsShown: 50,
  /** A mail as it comes, attachments and all. Of a larger one only the beginning is taken in. */
  mailBytes: 60 * 1024 * 1024,
  mailSignature: 20_000,
  mailFolders: 10,
  mailBlocked: 500,
  mailGroups: 50,
  mailSecret: 4_000,
  /** What a provider delivers in one go, and a photo or document of a customer. */
  webhookBytes: 4 * 1024 * 1024,
  messagingFileBytes: 100 * 1024 * 1024,
  passwordMin: 10,
  passwordMax: 200,
  jsonBytes: 1024 * 1024,
  /** A visitor's own limits are tighter than an agent's. */
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
