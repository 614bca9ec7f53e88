import type { StandInAnswer, ReceivedRequest } from '../http-stand-in.ts';
import type { MediaStore } from './media.ts';
import type { MetaPages } from './pages.ts';
import { refusal } from './refusal.ts';
import type { createTemplates } from './templates.ts';
import type { Uploads } from './uploads.ts';
import type { Business } from './whatsapp-payloads.ts';

export const VERSION = 'v23.0';

type Api = {
  templates: ReturnType<typeof createTemplates>;
  business: Business;
  media: MediaStore;
  uploads: Uploads;
  /** The valid token at this moment; undefined if its owner has lost the permission. */
  token: () => string | undefined;
  /** Answers requests about a page or its people; undefined for those about the number. */
  pages: MetaPages['answer'];
  /** Accepts a message for a customer. */
  take: (message: Record<string, unknown>) => StandInAnswer;
};

/** The part of Meta's Graph API that a WhatsApp number needs, and the requests about pages. */
export function createGraphApi({ business, media, uploads, templates, token, pages, take }: Api) {
  const { numberId, shown } = business;

  function read(asked: string): StandInAnswer {
    if (asked === numberId)
      return { status: 200, body: { id: asked, display_phone_number: shown, verified_name: 'Kopi Kita' } };
    return media.describe(asked) ?? refusal(400, 100, 'Unsupported request', 'Object does not exist');
  }

  function list(owner: string, { path }: ReceivedRequest): StandInAnswer {
    if (owner !== business.businessId)
      return refusal(400, 100, 'Unsupported request', 'Object does not exist');
    return templates.page(new URL(path, 'http://graph').searchParams);
  }

  function addTemplate(owner: string, { body }: ReceivedRequest): StandInAnswer {
    if (owner !== business.businessId)
      return refusal(400, 100, 'Unsupported request', 'Object does not exist');
    return templates.add(JSON.parse(body.toString('utf8')) as Record<string, unknown>);
  }

  async function write(edge: string, { headers, body }: ReceivedRequest): Promise<StandInAnswer> {
    if (edge === 'messages') return take(JSON.parse(body.toString('utf8')) as Record<string, unknown>);
    if (edge === 'media') return media.upload(headers['content-type'] ?? '', body);
    return refusal(400, 100, 'Unsupported request', 'No such edge');
  }

  function isLetIn(first: string, { headers }: ReceivedRequest): boolean {
    const good = token();
    // Requests that upload a file use another authorisation scheme.
    const scheme = first.startsWith('upload:') ? 'OAuth' : 'Bearer';
    return good !== undefined && headers.authorization === `${scheme} ${good}`;
  }

  function ofNumber(
    first: string,
    second: string,
    asked: ReceivedRequest,
  ): StandInAnswer | Promise<StandInAnswer> {
    if (first === 'bytes') return media.bytesOf(second);
    if (asked.method === 'GET') return second === 'message_templates' ? list(first, asked) : read(first);
    if (second === 'message_templates') return addTemplate(first, asked);
    if (first === numberId) return write(second, asked);
    return refusal(400, 100, 'Unsupported request', 'No such number');
  }

  return async function answer(asked: ReceivedRequest): Promise<StandInAnswer> {
    const [, first = '', second = ''] = asked.path.replace(`/${VERSION}`, '').split(/[/?]/);
    // Files of pages are readable by anybody who knows their address.
    if (first === 'cdn') return media.bytesOf(second);
    if (!isLetIn(first, asked))
      return refusal(401, 190, 'Error validating access token', 'The session has been invalidated');
    if (first.startsWith('upload:')) return uploads.bring(first, asked);
    if (first === 'app' && second === 'uploads') return uploads.announce(asked);
    return (await pages(first, second, asked)) ?? ofNumber(first, second, asked);
  };
}
