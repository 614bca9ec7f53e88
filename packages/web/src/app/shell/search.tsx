import { SearchPalette, type Command } from '#features/search/search-palette.tsx';
import { useSession } from '#shared/api/session.ts';
import { useRegisteredCommands } from '#shared/lib/keys/commands.ts';
import { isNewTicketRequested } from '#shared/tickets/new-ticket.ts';
import {
  IconKeyboard,
  IconLanguage,
  IconLogout,
  IconMoon,
  IconSettings,
  IconPlus,
  IconSun,
  IconUser,
} from '@tabler/icons-react';
import { useNavigate, useRouter } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import type { Page } from '../pages.ts';
import { signOut } from '../sign-out.ts';
import { PAGE_ICONS } from './page-icons.ts';
import { isSettingsPath } from '../settings-area/has-settings.ts';
import { useSettingsGroups, useSettingsNames } from '../settings-area/use-settings-groups.ts';
import { usePreferences } from './use-preferences.ts';

type Props = { pages: readonly Page[]; onClose: () => void; onHelp: () => void };

const ICON = { size: 18, stroke: 1.75, 'aria-hidden': true } as const;

/** The search dialog over all pages, actions, tickets and customers. */
export function Search({ pages, onClose, onHelp }: Props) {
  const { t } = useTranslation('shell');
  const { user, can } = useSession();
  const navigate = useNavigate();
  const router = useRouter();
  const { change } = usePreferences();
  const settings = useSettingsCommands();
  const pageCommands: Command[] = [
    ...pages
      .filter(({ link }) => !isSettingsPath(link))
      .map((page) => {
        const Sign = PAGE_ICONS[page.code];
        return {
          id: page.code,
          label: t(`page.${page.code}`),
          icon: <Sign {...ICON} />,
          ...(page.group === 'REPORT' && { hint: t('menu.REPORT') }),
          run: () => void navigate({ to: page.link }),
        };
      }),
    ...settings,
    {
      id: 'profile',
      label: t('page.profile'),
      icon: <IconUser {...ICON} />,
      run: () => void navigate({ to: '/profile' }),
    },
  ];
  const other = user.language === 'en' ? 'id' : 'en';
  const actions: Command[] = [
    ...useRegisteredCommands(),
    ...(can('TICKETS:CREATE')
      ? [
          {
            id: 'new-ticket',
            label: t('account.createTicket'),
            alias: t('account.newTicket'),
            icon: <IconPlus {...ICON} />,
            run: () => {
              isNewTicketRequested.set(true);
              if (router.latestLocation.pathname !== '/tickets') void navigate({ to: '/tickets' });
            },
          },
        ]
      : []),
    {
      id: 'light',
      label: `${t('account.theme')}: ${t('account.light')}`,
      icon: <IconSun {...ICON} />,
      run: () => change({ theme: 'light' }),
    },
    {
      id: 'dark',
      label: `${t('account.theme')}: ${t('account.dark')}`,
      icon: <IconMoon {...ICON} />,
      run: () => change({ theme: 'dark' }),
    },
    {
      id: 'language',
      label: other === 'id' ? 'Bahasa: Indonesia' : 'Language: English',
      icon: <IconLanguage {...ICON} />,
      run: () => change({ language: other }),
    },
    { id: 'help', label: t('account.help'), icon: <IconKeyboard {...ICON} />, keys: '?', run: onHelp },
    {
      id: 'sign-out',
      label: t('account.sign-out'),
      icon: <IconLogout {...ICON} />,
      run: () => void signOut(router),
    },
  ];
  return <SearchPalette pages={pageCommands} actions={actions} onClose={onClose} />;
}

/** The pages of the settings, which the menu shows as one entry. */
function useSettingsCommands(): Command[] {
  const { t } = useTranslation('shell');
  const navigate = useNavigate();
  const nameOf = useSettingsNames();
  return useSettingsGroups().flatMap(({ pages }) =>
    pages.map(({ id, path, part }) => {
      const Sign = PAGE_ICONS[id as keyof typeof PAGE_ICONS] ?? IconSettings;
      return {
        id: `settings-${id}`,
        label: nameOf(id),
        icon: <Sign {...ICON} />,
        hint: t('menu.SETTINGS'),
        run: () => void navigate({ to: path, search: part ? { part } : {} }),
      };
    }),
  );
}
