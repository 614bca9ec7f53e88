import type {
  BodyOf,
  createVisitor,
  ErrorBody,
  FileRef,
  getChat,
  getWidget,
  leaveMessage,
  ResponseOf,
  sendVisitorMessage,
  startChat,
  VisitorMessage,
} from '@trunkline/contract';

const TIMEOUT_MS = 20_000;
const UPLOAD_TIMEOUT_MS = 10 * 60_000;

/** A refusal by the server, or `network` where no answer came. */
export class ApiError extends Error {
  readonly status: number;
  readonly code: ErrorBody['code'] | 'network';
  readonly details: unknown;
  constructor(status: number, body: Partial<ErrorBody>) {
    super(body.message ?? 'No answer');
    this.status = status;
    this.code = status === 0 ? 'network' : (body.code ?? 'internal');
    this.details = body.details;
  }
  /** Whether a retry may succeed, because the connection or the server was only unavailable. */
  get isTransient(): boolean {
    return this.status === 0 || this.status >= 500 || this.status === 408;
  }
  get retryAfterMs(): number {
    const { retry_after_seconds: seconds } = (this.details ?? {}) as { retry_after_seconds?: number };
    return (seconds ?? 10) * 1000;
  }
}

export type ChatApi = ReturnType<typeof createApi>;
type VisitorIdentity = { key: string; site: () => string; token: () => string | null };

/** The endpoints of the contract that visitors may call. */
export function createApi({ key, site, token }: VisitorIdentity) {
  async function call<T>(method: 'GET' | 'POST', path: string, body?: object): Promise<T> {
    const stop = new AbortController();
    const timer = setTimeout(() => stop.abort(), TIMEOUT_MS);
    try {
      const answer = await fetch(`/api/livechat${path}`, {
        method,
        credentials: 'omit',
        signal: stop.signal,
        headers: headersOf(Boolean(body)),
        ...(body && { body: JSON.stringify(body) }),
      }).catch(() => null);
      const read: unknown = (await answer?.json().catch(() => null)) ?? {};
      if (!answer?.ok) throw new ApiError(answer?.status ?? 0, read as ErrorBody);
      return read as T;
    } finally {
      clearTimeout(timer);
    }
  }
  function headersOf(hasBody: boolean): Record<string, string> {
    const visitor = token();
    return {
      'x-widget-site': site(),
      ...(hasBody && { 'content-type': 'application/json' }),
      ...(visitor && { authorization: `Bearer ${visitor}` }),
    };
  }

  return {
    /** Calls any other endpoint of the widget: those of calls are defined in code that is loaded only with a call. */
    call,
    getWidget: () => call<ResponseOf<typeof getWidget>>('GET', `/${key}`),
    createVisitor: (body: BodyOf<typeof createVisitor>) =>
      call<ResponseOf<typeof createVisitor>>('POST', `/${key}/visitors`, body),
    getChat: (before?: number) =>
      call<ResponseOf<typeof getChat>>('GET', `/chat${before ? `?before=${before}` : ''}`),
    startChat: (body: BodyOf<typeof startChat>) => call<ResponseOf<typeof getChat>>('POST', '/chat', body),
    leaveMessage: (body: BodyOf<typeof leaveMessage>) => call('POST', '/chat/offline', body),
    send: (body: BodyOf<typeof sendVisitorMessage>) =>
      call<{ data: VisitorMessage }>('POST', '/chat/messages', body),
    markRead: (messageId: number) => call('POST', '/chat/read', { message_id: messageId }),
    endChat: () => call('POST', '/chat/end', {}),
    mailTranscript: (email: string) => call('POST', '/chat/transcript', { email }),

    upload: (file: File, onProgress: (share: number) => void, signal: AbortSignal) =>
      upload(file, { token: token() ?? '', onProgress, signal }),
  };
}

type Upload = { token: string; onProgress: (share: number) => void; signal: AbortSignal };

/** Uses XMLHttpRequest, because `fetch` reports no upload progress. */
function upload(file: File, { token, onProgress, signal }: Upload): Promise<FileRef> {
  return new Promise((resolve, reject) => {
    const request = new XMLHttpRequest();
    request.open('POST', '/api/livechat/chat/files');
    request.setRequestHeader('authorization', `Bearer ${token}`);
    request.responseType = 'json';
    request.timeout = UPLOAD_TIMEOUT_MS;
    request.upload.addEventListener('progress', ({ loaded, total }) =>
      onProgress(total ? loaded / total : 0),
    );
    request.addEventListener('loadend', () => {
      const body = request.response as ({ data?: FileRef } & Partial<ErrorBody>) | null;
      if (request.status === 200 && body?.data) resolve(body.data);
      else reject(new ApiError(request.status, body ?? {}));
    });
    signal.addEventListener('abort', () => request.abort());
    const form = new FormData();
    form.append('file', file);
    request.send(form);
  });
}
