import { useSession } from '#shared/api/session.ts';
import { BrandMark } from '#shared/ui/marks/brand-mark.tsx';
import { Menu, Tooltip, UnstyledButton } from '@mantine/core';
import { IconLayoutSidebarLeftCollapse, IconLayoutSidebarLeftExpand } from '@tabler/icons-react';
import { Link, useLocation, useMatchRoute } from '@tanstack/react-router';
import { useEffect, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { menuSections, type MenuSection, type Page } from '../pages.ts';
import { GROUP_ICONS, PAGE_ICONS } from './page-icons.ts';
import classes from './rail.module.css';
import { isSettingsPath, useHasSettings } from '../settings-area/has-settings.ts';

type Props = { pages: readonly Page[]; isWide: boolean; onToggle: () => void };

/** The menu as a narrow column of icons, which a button widens to icons with names. */
export function Rail({ pages, isWide, onToggle }: Props) {
  const { t } = useTranslation('shell');
  const { logo, organisation } = useSession().config;
  const Fold = isWide ? IconLayoutSidebarLeftCollapse : IconLayoutSidebarLeftExpand;
  const foldName = t(isWide ? 'menu.fold' : 'menu.open');
  return (
    <nav className={classes['rail']} data-wide={isWide || undefined} aria-label={t('menu.name')}>
      <div className={classes['brand']}>
        <BrandMark logo={logo} organisation={organisation} size={28} isNamed={isWide} />
      </div>
      <div ref={useCurrentInSight(isWide)} className={classes['entries']}>
        <MenuEntries pages={pages} isWide={isWide} />
      </div>
      <Tooltip label={foldName} position="right" disabled={isWide}>
        <UnstyledButton
          className={classes['entry']}
          onClick={onToggle}
          aria-expanded={isWide}
          aria-label={isWide ? undefined : foldName}
        >
          <Fold size={20} stroke={1.75} aria-hidden />
          {isWide && <span>{foldName}</span>}
        </UnstyledButton>
      </Tooltip>
    </nav>
  );
}

/** The entry of the page that is open is not hidden below the edge, whichever way one came to it. */
export function useCurrentInSight(isWide: boolean) {
  const entries = useRef<HTMLDivElement>(null);
  const { pathname } = useLocation();
  useEffect(() => {
    entries.current?.querySelector('[data-status="active"]')?.scrollIntoView({ block: 'nearest' });
  }, [isWide, pathname]);
  return entries;
}

type EntriesProps = { pages: readonly Page[]; isWide: boolean; onPick?: () => void };

/** The entries of the menu: names beside the icons when wide, groups as fly-outs when not; the settings are one entry. */
export function MenuEntries({ pages, isWide, onPick }: EntriesProps) {
  const hasSettings = useHasSettings();
  const rest = { isWide, ...(onPick ? { onPick } : {}) };
  return (
    <>
      {menuSections(pages.filter(({ link }) => !isSettingsPath(link))).map((section) =>
        section.group === '' ? (
          section.pages.map((page) => <PageEntry key={page.code} page={page} {...rest} />)
        ) : (
          <GroupEntries key={section.group} section={section} {...rest} />
        ),
      )}
      {hasSettings && <SettingsEntry {...rest} />}
    </>
  );
}

function SettingsEntry({ isWide, onPick }: Omit<EntriesProps, 'pages'>) {
  const { t } = useTranslation('shell');
  const isHere = useLocation({ select: ({ pathname }) => isSettingsPath(pathname) });
  const name = t('menu.SETTINGS');
  return (
    <Tooltip label={name} position="right" disabled={isWide}>
      <Link
        to="/settings"
        className={classes['entry']}
        data-status={isHere ? 'active' : undefined}
        aria-label={isWide ? undefined : name}
        {...(onPick ? { onClick: onPick } : {})}
      >
        <GROUP_ICONS.SETTINGS size={20} stroke={1.75} aria-hidden />
        {isWide && <span>{name}</span>}
      </Link>
    </Tooltip>
  );
}

function PageEntry({ page, isWide, onPick }: { page: Page; isWide: boolean; onPick?: () => void }) {
  const { t } = useTranslation('shell');
  const Sign = PAGE_ICONS[page.code];
  const name = t(`page.${page.code}`);
  return (
    <Tooltip label={name} position="right" disabled={isWide}>
      <Link
        to={page.link}
        // Without it the home page would always be marked as current, since every path begins with "/".
        activeOptions={{ exact: page.link === '/' }}
        className={classes['entry']}
        aria-label={isWide ? undefined : name}
        {...(onPick ? { onClick: onPick } : {})}
      >
        <Sign size={20} stroke={1.75} aria-hidden />
        {isWide && <span>{name}</span>}
      </Link>
    </Tooltip>
  );
}

function GroupEntries({
  section,
  isWide,
  onPick,
}: {
  section: MenuSection;
  isWide: boolean;
  onPick?: () => void;
}) {
  const { t } = useTranslation('shell');
  const matches = useMatchRoute();
  if (section.group === '') return null;
  const name = t(`menu.${section.group}`);
  if (isWide) {
    return (
      <>
        <div className={classes['group']}>{name}</div>
        {section.pages.map((page) => (
          <PageEntry key={page.code} page={page} isWide {...(onPick ? { onPick } : {})} />
        ))}
      </>
    );
  }
  const Sign = GROUP_ICONS[section.group];
  const isHere = section.pages.some((page) => matches({ to: page.link, fuzzy: page.link !== '/' }));
  return (
    <Menu position="right-start" width={200} trigger="click-hover" openDelay={80} closeDelay={120}>
      <Menu.Target>
        <UnstyledButton
          className={classes['entry']}
          data-status={isHere ? 'active' : undefined}
          aria-label={name}
        >
          <Sign size={20} stroke={1.75} aria-hidden />
        </UnstyledButton>
      </Menu.Target>
      <Menu.Dropdown>
        <Menu.Label>{name}</Menu.Label>
        {section.pages.map((page) => {
          const PageSign = PAGE_ICONS[page.code];
          return (
            <Menu.Item
              key={page.code}
              component={Link}
              to={page.link}
              leftSection={<PageSign size={16} stroke={1.75} aria-hidden />}
            >
              {t(`page.${page.code}`)}
            </Menu.Item>
          );
        })}
      </Menu.Dropdown>
    </Menu>
  );
}
