import { useSession } from '#shared/api/session.ts';
import { BrandMark } from '#shared/ui/marks/brand-mark.tsx';
import { Drawer } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import type { Page } from '../pages.ts';
import classes from './rail.module.css';
import { MenuEntries, useCurrentInSight } from './rail.tsx';

type Props = { pages: readonly Page[]; opened: boolean; onClose: () => void };

/** The menu on phones. */
export function NavDrawer({ pages, opened, onClose }: Props) {
  const { t } = useTranslation('shell');
  const { logo, organisation } = useSession().config;
  return (
    <Drawer.Root
      opened={opened}
      onClose={onClose}
      size={264}
      padding={12}
      transitionProps={{ duration: 160 }}
    >
      <Drawer.Overlay />
      <Drawer.Content aria-label={t('menu.name')}>
        <Drawer.Body>
          <nav aria-label={t('menu.name')} className={classes['drawer']}>
            <div className={classes['brand']}>
              <BrandMark logo={logo} organisation={organisation} size={28} isNamed />
            </div>
            <Entries pages={pages} onPick={onClose} />
          </nav>
        </Drawer.Body>
      </Drawer.Content>
    </Drawer.Root>
  );
}

function Entries({ pages, onPick }: { pages: readonly Page[]; onPick: () => void }) {
  return (
    <div ref={useCurrentInSight(true)} className={classes['drawer']}>
      <MenuEntries pages={pages} isWide onPick={onPick} />
    </div>
  );
}
