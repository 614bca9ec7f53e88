import type { Config } from '#platform/config';
import type { FirstLogin } from './workspace.ts';

type Started = {
  url: string;
  /** The users that were created at this start. */
  logins: readonly FirstLogin[];
  /** Whether the file with the users of an earlier start still exists. */
  hasKept: boolean;
  config: Pick<Config, 'setup' | 'phonesUrl'>;
};

/** The last lines of a start: the address, who can sign in, and how to try it. Pure. */
export function startMessageLines({ url, logins, hasKept, config }: Started): string[] {
  // With simulated customers, the simulator itself prints where to go and what to do there.
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
          'The demo company is in Jakarta, whose time the desk shows (Settings → Application); a visitor of the site sees their own.',
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
