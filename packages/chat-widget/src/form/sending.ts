import type { FormChallenge, Language } from '@trunkline/contract';
import { newClientKey } from '../client-key.ts';
import { FormError, type WebFormApi, type WebFormSubmission } from './api.ts';
import { serverProblemsOf, type FormFieldProblems } from './fields.ts';
import { solve } from './solve.ts';
import type { WebFormProblem } from './texts.ts';

export type WebFormResult = { sent: true } | { complaints: FormFieldProblems } | { problem: WebFormProblem };
type Content = Omit<WebFormSubmission, 'client_key' | 'token' | 'solution' | 'page' | 'language'>;
type FormPage = { language: Language; page: () => string };

/** How often a form is sent with a new token, where the old one was used or has expired. */
const TRIES = 2;

/** Makes the function that sends a form. A repeated attempt without an answer is the same submission, unless a value was changed. */
export function createSending(api: WebFormApi, first: FormChallenge, { language, page }: FormPage) {
  let work = begin(first);
  let last = { key: newClientKey(), said: '' };

  async function trySending(content: Content): Promise<void> {
    const said = JSON.stringify(content);
    if (last.said && last.said !== said) last = { key: newClientKey(), said };
    last.said = said;
    for (let tried = 1; ; tried += 1) {
      const { token, solution } = await work;
      try {
        const where = { language, page: page() };
        await api.send({ ...content, ...where, client_key: last.key, token, solution });
        return;
      } catch (error) {
        if (!(error instanceof FormError) || error.code !== 'form_expired' || tried === TRIES) throw error;
        work = begin((await api.get()).challenge);
      }
    }
  }

  return {
    async send(content: Content): Promise<WebFormResult> {
      try {
        await trySending(content);
        return { sent: true };
      } catch (error) {
        if (!(error instanceof FormError)) throw error;
        if (error.code === 'invalid') return { complaints: serverProblemsOf(error.details) };
        return { problem: problemOf(error.code) };
      }
    },
  };
}

type Solved = { token: string; solution: number };

/** Solves the challenge while the visitor still types. Resolves no earlier than the server's minimum time. */
async function begin({ token, bits, wait_ms: waitMs }: FormChallenge): Promise<Solved> {
  const time = new Promise((resolve) => setTimeout(resolve, waitMs));
  const solution = await solve({ token, bits });
  await time;
  return { token, solution };
}

export function problemOf(code: FormError['code']): WebFormProblem {
  if (code === 'network') return 'network';
  if (code === 'too_many_requests') return 'busy';
  if (code === 'site_not_allowed') return 'refused';
  if (code === 'not_found') return 'gone';
  return code === 'form_expired' ? 'expired' : 'server';
}
