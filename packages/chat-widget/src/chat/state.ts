import type {
  CallKind,
  FileRef,
  getWidget,
  Language,
  ResponseOf,
  VisitorChat,
  VisitorMessage,
} from '@trunkline/contract';
import type { ChatValues } from './form.ts';
import type { OutboxMessage } from '../sending/outbox.ts';

export type WidgetResponse = ResponseOf<typeof getWidget>['data'];
/** The kinds of problems that the visitor is told. */
export type ChatProblem = 'offline' | 'server' | 'busy' | 'refused' | 'gone';

/** A file that the visitor has attached to the message they are writing. */
export type ChatUpload = {
  id: string;
  name: string;
  size: number;
  mime: string;
  /** Object URL of the image in this browser. */
  preview: string | null;
  /** 0 to 1. */
  progress: number;
  /** Set once it is uploaded. */
  file: FileRef | null;
  failure: 'too_large' | 'failed' | null;
};

export type ChatState = {
  language: Language;
  load: { status: 'loading' } | { status: 'failed'; problem: ChatProblem } | { status: 'ready' };
  settings: WidgetResponse | null;
  chat: VisitorChat;
  messages: VisitorMessage[];
  hasMore: boolean;
  isLoadingOlder: boolean;
  outbox: OutboxMessage[];
  uploads: ChatUpload[];
  connection: 'none' | 'on' | 'lost';
  isOpen: boolean;
  isAgentTyping: boolean;
  /** Until when the server accepts no more requests, in milliseconds since the epoch. */
  pausedUntil: number | null;
  lastReadId: number;
  isSoundOn: boolean;
  /** The visitor wants to write again after the chat has ended. */
  isStartingAgain: boolean;
  /** The message of the offline form has been sent. */
  hasLeftMessage: boolean;
  /** The kind of call that the panel shows; `again` for one in progress when the page was loaded. */
  calling: CallKind | 'again' | 'call-back' | null;
  /** What the visitor has typed into a form and not sent yet; another form begins with it. */
  typed: ChatValues;
  /** The visitor has requested a call-back that has not happened yet. */
  hasCallBack: boolean;
  /** Address of the page on the customer's site. */
  page: string;
};

export const NO_CHAT: VisitorChat = {
  status: 'none',
  agent_name: null,
  goes_on: false,
  position: null,
  expected_wait: null,
  visitor: null,
};

/** What we know of the visitor, to fill in forms: what they have just typed before what they told us earlier. */
export function knownValues({ chat: { visitor }, typed }: Pick<ChatState, 'chat' | 'typed'>): ChatValues {
  return {
    ...(visitor?.name && { name: visitor.name }),
    ...(visitor?.email && { email: visitor.email }),
    ...typed,
  };
}

export function initialState(language: Language): ChatState {
  return {
    language,
    load: { status: 'loading' },
    settings: null,
    chat: NO_CHAT,
    messages: [],
    hasMore: false,
    isLoadingOlder: false,
    outbox: [],
    uploads: [],
    connection: 'none',
    isOpen: false,
    isAgentTyping: false,
    pausedUntil: null,
    lastReadId: 0,
    isSoundOn: false,
    isStartingAgain: false,
    hasLeftMessage: false,
    calling: null,
    typed: {},
    hasCallBack: false,
    page: '',
  };
}

export type Screen = 'loading' | 'failed' | 'form' | 'offline-form' | 'left' | 'conversation' | 'ended';

/** Returns the screen to show, which depends on the state alone. Pure. */
export function screenOf(state: ChatState): Screen {
  const { load, settings, chat, hasLeftMessage } = state;
  if (load.status === 'failed') return 'failed';
  if (load.status === 'loading' || !settings) return 'loading';
  if (chat.status === 'waiting' || chat.status === 'active') return 'conversation';
  if (hasLeftMessage) return 'left';
  return chat.goes_on ? 'conversation' : screenWithoutChat(chat.status === 'none', settings, state);
}

function screenWithoutChat(isNew: boolean, settings: WidgetResponse, { isStartingAgain }: ChatState): Screen {
  if (!isNew && !isStartingAgain) return 'ended';
  if (!settings.is_online) return 'offline-form';
  // A returning visitor gets no pre-chat form, and one without fields is not shown.
  return isNew && settings.pre_chat.length > 0 ? 'form' : 'conversation';
}
