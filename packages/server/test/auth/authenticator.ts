import { Secret, TOTP } from 'otpauth';
import { PASSWORD, type Username } from '../people.ts';
import type { TestApp } from '../app.ts';

const STEP_MS = 30_000;

/** The phone of one of the cast, with an authenticator app. */
export type Authenticator = { code: (stepsAhead?: number) => string; recovery: string[] };

type Login = { status: number; token?: string; challenge?: string; code?: string };

/** The requests of signing in, one for each step, as the page sends them. */
export function signInRequests(t: TestApp) {
  const read = ({ status, body }: { status: number; body: never }): Login => {
    const { token, code, details } = body as {
      token?: string;
      code?: string;
      details?: { challenge?: string };
    };
    const challenge = details?.challenge;
    return { status, ...(token && { token }), ...(code && { code }), ...(challenge && { challenge }) };
  };
  const logIn = async (username: string, password = PASSWORD, headers: Record<string, string> = {}) =>
    read(await t.call('POST', '/api/auth/login', { body: { username, password }, headers }));
  const finish = async (challenge: string | undefined, code: string, headers: Record<string, string> = {}) =>
    read(await t.call('POST', '/api/auth/second_factor', { body: { challenge, code }, headers }));

  /** Moves the clock to the start of a code's period, so that it is known which codes are close enough in time. */
  function toStepStart(): void {
    t.clock.advance(STEP_MS - (t.clock.now().getTime() % STEP_MS) + 1000);
  }

  async function begin(token: string | undefined, current_password = PASSWORD): Promise<Authenticator> {
    const { body } = await t.call('POST', '/api/user/second_factor/setup', {
      token,
      body: { current_password },
    });
    const { secret } = (body as { data: { secret: string } }).data;
    const code = (ahead = 0) =>
      TOTP.generate({
        secret: Secret.fromBase32(secret),
        timestamp: t.clock.now().getTime() + ahead * STEP_MS,
      });
    return { code, recovery: [] };
  }

  const confirm = (token: string | undefined, code: string) =>
    t.call('POST', '/api/user/second_factor/confirm', { token, body: { code } });

  return {
    logIn,
    finish,
    begin,
    confirm,
    toStepStart,
    /** Signs in and sets up an authenticator app; moves the clock, so that its next code is a new one. */
    async setUp(username: Username): Promise<Authenticator & { token: string }> {
      const { token = '' } = await logIn(username);
      const app = await begin(token);
      const { body } = await confirm(token, app.code());
      t.clock.advance(STEP_MS);
      const { recovery_codes: recovery } = (body as { data: { recovery_codes: string[] } }).data;
      return { ...app, recovery, token };
    },
  };
}
