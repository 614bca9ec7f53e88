/** REST calls of a journey that are made without a page. */
export type Answer<T> = { status: number; body: T };

export async function callApi<T = unknown>(
  url: string,
  method: string,
  address: string,
  { token, body }: { token?: string; body?: unknown } = {},
): Promise<Answer<T>> {
  const response = await fetch(url + address, {
    method,
    headers: {
      ...(body !== undefined && { 'content-type': 'application/json' }),
      ...(token && { authorization: `Bearer ${token}` }),
    },
    ...(body !== undefined && { body: JSON.stringify(body) }),
  });
  const text = await response.text();
  return { status: response.status, body: (text ? JSON.parse(text) : undefined) as T };
}

export type SignedIn = { token: string; id: number };

export async function signIn(url: string, username: string, password: string): Promise<SignedIn> {
  const { status, body } = await callApi<{ token: string; data: { id: number } }>(
    url,
    'POST',
    '/api/auth/login',
    {
      body: { username, password },
    },
  );
  if (status !== 200) throw new Error(`sign-in of ${username} answered ${status}: ${JSON.stringify(body)}`);
  return { token: body.token, id: body.data.id };
}

/** Calls a server with this token; resolves with the answer's `data`. @throws where the server refuses */
export const apiOf =
  (url: string, token: string) =>
  async <T>(method: string, path: string, body?: unknown): Promise<T> => {
    const answer = await callApi<{ data: T }>(url, method, path, { token, body });
    if (answer.status !== 200)
      throw new Error(`${method} ${path} answered ${answer.status}: ${JSON.stringify(answer.body)}`);
    return answer.body.data;
  };

const signedIn = new Map<string, Promise<SignedIn>>();

/** Signs in once for all tests on a server, because the server limits sign-ins from one address. */
export function signInOnce(url: string, username: string, password: string): Promise<SignedIn> {
  const key = `${url} ${username}`;
  const known = signedIn.get(key) ?? signIn(url, username, password);
  signedIn.set(key, known);
  return known;
}

/** Repeats a call until the server accepts it, as a client does after an interruption. */
export async function callUntilAccepted<T>(
  url: string,
  method: string,
  address: string,
  options: { token: string; body: unknown },
): Promise<T> {
  const giveUpAt = Date.now() + 60_000;
  for (;;) {
    const answer = await callApi<T>(url, method, address, options).catch(() => undefined);
    if (answer && answer.status < 300) return answer.body;
    if (answer && answer.status < 500 && answer.status !== 429) {
      throw new Error(`${method} ${address} answered ${answer.status}: ${JSON.stringify(answer.body)}`);
    }
    if (Date.now() > giveUpAt) throw new Error(`${method} ${address} was not taken within a minute`);
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
}
