import type { Handlers } from '../wire.ts';
import { describeRoom } from './room-config.ts';
import type { Session } from './session.ts';

const LANGUAGES = new Set([
  'da',
  'de',
  'en',
  'es',
  'fi',
  'fr',
  'it',
  'jp',
  'ka',
  'nl',
  'no',
  'pl',
  'pt',
  'pt-BR',
  'ru',
  'sv',
  'tr',
]);

/** Handlers that only report or store something about the call: its room, and the language. */
export function roomInfo(
  session: Session,
  post: (message: { action: string } & Record<string, unknown>) => void,
): Handlers {
  let langSetting = 'en';
  const lang = () => (LANGUAGES.has(langSetting) ? langSetting : 'en');
  return {
    'lib-room-info': ({ includeRoomConfigDefaults: isWhole }) =>
      session.entry ? describeRoom(session.entry, isWhole !== false) : {},
    'get-daily-lang': () => ({ lang: lang(), langSetting }),
    'set-daily-lang': ({ lang: wanted }) => {
      langSetting = String(wanted);
      post({ action: 'lang-updated', lang: lang(), langSetting });
    },
    // The library's log for its maker's service; ignored here.
    'transmit-log': () => undefined,
  };
}
