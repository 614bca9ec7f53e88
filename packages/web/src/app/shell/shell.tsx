import { lazyPart } from '#shared/loading/lazy-part.ts';
import { AttendedLayer, CallLayer } from '#features/calls/pages.ts';
import { OfferCards } from '#features/conversations/pages.ts';
import { realtime } from '#shared/api/realtime.ts';
import { useSession } from '#shared/api/session.ts';
import { followFocus } from '#shared/lib/keys/focus-origin.ts';
import { captureKeys, releaseKeys } from '#shared/lib/keys/held-keys.ts';
import { useNarrow } from '#shared/lib/use-narrow.ts';
import { useShortcuts, type Shortcut } from '#shared/lib/keys/shortcuts.ts';
import { useStore } from '#shared/lib/store.ts';
import { useStored } from '#shared/lib/use-stored.ts';
import { ACTION_KEY, runToastAction, latestWithAction, toasts } from '#shared/ui/states/toast.ts';
import { useNavigate, useRouter } from '@tanstack/react-router';
import { Suspense, useEffect, useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { pagesFor } from '../pages.ts';
import { followServer } from '../realtime.ts';
import { Banners } from './banners/banners.tsx';
import { MessageAlerts } from './banners/message-alerts.tsx';
import { NavDrawer } from './nav-drawer.tsx';
import { PageOutlet } from './page-outlet.tsx';
import { Rail } from './rail.tsx';
import classes from './shell.module.css';
import { TopBar } from './top-bar.tsx';
import { useHasSettings } from '../settings-area/has-settings.ts';
import { useApplyPreferences } from './use-preferences.ts';

const SearchPalette = lazyPart(() => import('./search.tsx').then((module) => ({ default: module.Search })));
const ShortcutHelp = lazyPart(() =>
  import('./shortcut-help.tsx').then((module) => ({ default: module.ShortcutHelp })),
);

type Overlay = 'search' | 'help' | 'menu' | null;

/** The frame around every page: menu, top bar and banners. */
export function Shell() {
  const { t } = useTranslation('shell');
  const { user, can, extension } = useSession();
  const isSeen = user.seen_by !== null;
  const pages = useMemo(() => pagesFor(can), [can]);
  const [isWide, setWide] = useStored('rail.wide', (stored) => stored === true);
  const [overlay, setOverlay] = useState<Overlay>(null);
  const narrow = useNarrow();
  const router = useRouter();
  const close = () => {
    releaseKeys();
    setOverlay(null);
  };
  const open = (next: 'search' | 'help') => {
    if (overlay === next) return;
    captureKeys(close);
    setOverlay(next);
  };
  useApplyPreferences();
  useEffect(followFocus, []);
  useEffect(() => {
    const unfollow = followServer(router);
    // While an administrator sees the workspace as somebody else no socket is opened: the server refuses it.
    if (!isSeen) realtime.start(extension);
    return () => {
      unfollow();
      realtime.stop();
      releaseKeys();
    };
  }, [extension, isSeen, router]);
  useFrameShortcuts({ pages, onOpen: open, onFold: () => setWide(!isWide) });
  return (
    <div className={classes['shell']}>
      <a className={classes['skip']} href="#page">
        {t('skip')}
      </a>
      {!narrow && <Rail pages={pages} isWide={isWide} onToggle={() => setWide(!isWide)} />}
      <div className={classes['rest']}>
        <TopBar
          onSearch={() => open('search')}
          onMenu={() => setOverlay('menu')}
          onHelp={() => open('help')}
        />
        <Banners />
        {can('TICKETS:REPLY') && <OfferCards />}
        <main id="page" tabIndex={-1} className={classes['page']}>
          <PageOutlet />
        </main>
      </div>
      {narrow && <NavDrawer pages={pages} opened={overlay === 'menu'} onClose={close} />}
      <MessageAlerts />
      <ToastKey />
      {can('TICKETS:REPLY') && <CallLayer />}
      {can('MONITORING:CONTROL') && <AttendedLayer />}
      <Suspense>
        {overlay === 'search' && <SearchPalette pages={pages} onClose={close} onHelp={() => open('help')} />}
        {overlay === 'help' && <ShortcutHelp onClose={close} />}
      </Suspense>
    </div>
  );
}

/** The key of the latest toast's action, such as Undo. */
function ToastKey() {
  const { t } = useTranslation('shell');
  const latest = latestWithAction(useStore(toasts));
  const { label = '' } = latest?.action ?? {};
  // A list has an undo of its own on this key.
  const key = { key: ACTION_KEY, description: label, group: t('help.everywhere'), isFallback: true };
  useShortcuts(latest ? [{ ...key, run: () => runToastAction(latest) }] : []);
  return null;
}

type FrameShortcuts = {
  pages: ReturnType<typeof pagesFor>;
  onOpen: (overlay: 'search' | 'help') => void;
  onFold: () => void;
};

function useFrameShortcuts({ pages, onOpen, onFold }: FrameShortcuts): void {
  const { t } = useTranslation('shell');
  const navigate = useNavigate();
  const group = t('help.everywhere');
  const hasSettings = useHasSettings();
  const goto = pages.flatMap(({ code, link, key }): Shortcut[] => {
    if (key === undefined) return [];
    const description = t('help.goto', { page: t(`page.${code}`) });
    return [{ key: `g ${key}`, description, group, run: () => void navigate({ to: link }) }];
  });
  useShortcuts([
    { key: 'mod+k', description: t('help.search'), group, run: () => onOpen('search') },
    { key: '?', description: t('help.help'), group, run: () => onOpen('help') },
    { key: '[', description: t('help.menu'), group, run: onFold },
    ...goto,
    ...(hasSettings
      ? [
          {
            key: 'g ,',
            description: t('help.goto', { page: t('menu.SETTINGS') }),
            group,
            run: () => void navigate({ to: '/settings' }),
          },
        ]
      : []),
  ]);
}
