/**
 * Values of the contract that the widget needs. Repeated here, because importing the contract would load its schema
 * library for every visitor; `limits.test.ts` compares them.
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
