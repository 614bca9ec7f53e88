import type { Config } from '#platform/config';
import type { FirstLogin } from './workspace.ts';

type Started = {
  url: string;
  /** The users who were created at this start. */
  logins: readonly FirstLogin[];
  /** Whether those of an earlier start still stand in their file. */
  hasKept: boolean;
  config: Pick<Config, 'setup' | 'phonesUrl'>;
};

/** What a start says last: where to go, who can sign in, and how to try it. Pure. */
export function startWords({ url, logins, hasKept, config }: Started): string[] {
  // Beside customers who write by themselves, whoever brings them says where to go and what to do there, once.
  if (config.phonesUrl) return whoCanSignIn(logins);
  const isDemo = config.setup === 'demo';
  return [
    `Ready: ${url}`,
    ...(isDemo ? [`A customer's site to chat from: ${url}/demo`] : []),
    ...(logins.length === 0 && hasKept
      ? ['Who can sign in stands in first-logins.txt in the data folder.']
      : whoCanSignIn(logins)),
    ...(isDemo && logins.length > 0
      ? [
          'To try it: sign in as agent1, go Ready, and start a chat on the customer’s site.',
          'Customers on WhatsApp, SMS and the other channels, and their phones: npm run simulate.',
        ]
      : []),
  ];
}

const whoCanSignIn = (logins: readonly FirstLogin[]): string[] =>
  logins.length === 0
    ? []
    : [
        'Who can sign in (kept in first-logins.txt in the data folder):',
        ...logins.map(
          ({ username, password, what }) => `  ${username.padEnd(12)} ${password.padEnd(16)} ${what}`,
        ),
      ];
