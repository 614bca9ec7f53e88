import { useSession } from '#shared/api/session.ts';
import { Avatar } from '#shared/ui/marks/avatar.tsx';
import { Kbd } from '#shared/ui/marks/kbd.tsx';
import { Popover, SegmentedControl, UnstyledButton } from '@mantine/core';
import {
  IconDeviceDesktop,
  IconDeviceMobile,
  IconExternalLink,
  IconKeyboard,
  IconLogout,
  IconMoon,
  IconSun,
  IconUser,
} from '@tabler/icons-react';
import { Link, useRouter } from '@tanstack/react-router';
import { useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { signOut } from '../sign-out.ts';
import classes from './account-menu.module.css';
import { usePreferences } from './use-preferences.ts';

const THEMES = [
  ['light', IconSun],
  ['dark', IconMoon],
  ['system', IconDeviceDesktop],
] as const;

/** The menu of the account: profile, theme, language, help and signing out. */
export function AccountMenu({ onHelp }: { onHelp: () => void }) {
  const { t } = useTranslation('shell');
  const { user, level, config } = useSession();
  const router = useRouter();
  const [isOpen, setOpen] = useState(false);
  const button = useRef<HTMLButtonElement>(null);
  const close = () => setOpen(false);
  return (
    <Popover
      opened={isOpen}
      onChange={setOpen}
      width={264}
      position="bottom-end"
      trapFocus
      returnFocus
      shadow="md"
      transitionProps={{ duration: 120, transition: 'pop' }}
    >
      <Popover.Target>
        <UnstyledButton
          ref={button}
          className={classes['button']}
          onClick={() => setOpen(!isOpen)}
          aria-label={t('account.label', { name: user.fullname })}
        >
          <Avatar name={user.fullname} size={32} />
        </UnstyledButton>
      </Popover.Target>
      <Popover.Dropdown p={4} aria-label={t('account.label', { name: user.fullname })}>
        <div className={classes['who']}>
          <div className={classes['name']}>{user.fullname}</div>
          <div className={classes['level']}>
            {level.name} · {config.organisation}
          </div>
        </div>
        <Link to="/profile" className={classes['item']} onClick={close}>
          <IconUser size={16} stroke={1.75} aria-hidden />
          {t('account.profile')}
        </Link>
        <button
          type="button"
          className={classes['item']}
          onClick={() => {
            // The help dialog returns the focus to what had it before; this menu entry will be gone by then.
            button.current?.focus();
            close();
            onHelp();
          }}
        >
          <IconKeyboard size={16} stroke={1.75} aria-hidden />
          {t('account.help')}
          <span className={classes['key']}>
            <Kbd keys="?" />
          </span>
        </button>
        {config.is_demo && (
          <a href="/demo" target="_blank" rel="noreferrer" className={classes['item']} onClick={close}>
            <IconExternalLink size={16} stroke={1.75} aria-hidden />
            {t('account.demo')}
          </a>
        )}
        {config.phones_url && (
          <a
            href={config.phones_url}
            target="_blank"
            rel="noreferrer"
            className={classes['item']}
            onClick={close}
          >
            <IconDeviceMobile size={16} stroke={1.75} aria-hidden />
            {t('account.phones')}
          </a>
        )}
        <Choices />
        <button type="button" className={classes['item']} onClick={() => void signOut(router)}>
          <IconLogout size={16} stroke={1.75} aria-hidden />
          {t('account.sign-out')}
        </button>
        <div className={classes['version']}>Trunkline {config.version}</div>
      </Popover.Dropdown>
    </Popover>
  );
}

function Choices() {
  const { t } = useTranslation('shell');
  const { theme: chosenTheme, language: chosenLanguage, change } = usePreferences();
  return (
    <div className={classes['choice']}>
      <span id="theme-label">{t('account.theme')}</span>
      <SegmentedControl
        size="xs"
        fullWidth
        aria-labelledby="theme-label"
        value={chosenTheme}
        onChange={(theme) => change({ theme })}
        data={THEMES.map(([value, Sign]) => ({
          value,
          label: (
            <span className={classes['theme']} title={t(`account.${value}`)}>
              <Sign size={16} stroke={1.75} aria-hidden />
              <span className="sr-only">{t(`account.${value}`)}</span>
            </span>
          ),
        }))}
      />
      <span id="language-label">{t('account.language')}</span>
      <SegmentedControl
        size="xs"
        fullWidth
        aria-labelledby="language-label"
        value={chosenLanguage}
        onChange={(language) => change({ language })}
        data={[
          { value: 'en', label: 'English' },
          { value: 'id', label: 'Indonesia' },
        ]}
      />
    </div>
  );
}
