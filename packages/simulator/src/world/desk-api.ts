import { z } from 'zod';

const signedIn = z.object({ token: z.string() });

/** Signs in, and returns the function that calls the desk's REST API as this user. */
export async function signIn(url: string, username: string, password: string) {
  const { token } = await ask(url, signedIn, {
    method: 'POST',
    path: '/api/auth/login',
    body: { username, password },
  });
  return {
    token,
    ask: <T extends z.ZodType>(shape: T, request: Request): Promise<z.output<T>> =>
      ask(url, shape, { ...request, token }),
  };
}

export type DeskApi = Awaited<ReturnType<typeof signIn>>['ask'];
type Request = { method: 'GET' | 'POST' | 'PATCH' | 'PUT'; path: string; body?: object; token?: string };

async function ask<T extends z.ZodType>(
  url: string,
  shape: T,
  { method, path, body, token }: Request,
): Promise<z.output<T>> {
  const response = await fetch(url + path, {
    method,
    headers: {
      ...(body && { 'content-type': 'application/json' }),
      ...(token && { authorization: `Bearer ${token}` }),
    },
    ...(body && { body: JSON.stringify(body) }),
  });
  const text = await response.text();
  if (!response.ok) throw new Error(`${method} ${path} answered ${response.status}: ${text}`);
  return shape.parse(JSON.parse(text));
}
