/**
 * What the widget needs of the contract's values. Repeated here because importing the contract brings its whole schema
 * library to every visitor; `limits.test.ts` proves that both are equal.
 */
export const LANGUAGES = ['en', 'id'] as const;
export const LIVECHAT_NAMESPACE = '/livechat';
export const LIMITS = {
  name: 120,
  identity: 254,
  phone: 40,
  visitorBody: 4_000,
  filesPerMessage: 10,
  url: 2_000,
  subject: 300,
  answerLine: 300,
  answerText: 4_000,
} as const;
export const SOCKET = {
  path: '/socket.io',
  reconnectionDelayMs: 1000,
  reconnectionDelayMaxMs: 5000,
  randomizationFactor: 0.5,
  connectTimeoutMs: 20_000,
} as const;
