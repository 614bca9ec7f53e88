import { number } from '#shared/lib/format.ts';
import { ActionIcon, Menu } from '@mantine/core';
import { IconCopy, IconDots, IconTrash } from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import type { Level } from '@trunkline/contract';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { LevelsAnswer } from './api.ts';
import { DeleteLevelDialog } from './delete-level-dialog.tsx';
import { codesOf, formOf } from './level-form.ts';
import classes from './levels.module.css';
import { NewLevelDialog } from './new-level-dialog.tsx';

type OpenDialog = { what: 'copy' | 'delete'; level: Level };

/** The list of roles, each with its number of users and its visibility. */
export function LevelList({ levels, canEdit }: { levels: LevelsAnswer; canEdit: boolean }) {
  const { t } = useTranslation('people/levels');
  const [asked, setAsked] = useState<OpenDialog | null>(null);
  const close = () => setAsked(null);
  return (
    <>
      <table className={classes['list']} aria-label={t('list')}>
        <thead>
          <tr>
            {(['name', 'people', 'visibility', 'opens'] as const).map((column) => (
              <th key={column} scope="col">
                {t(`column.${column}`)}
              </th>
            ))}
            {canEdit && <td aria-hidden />}
          </tr>
        </thead>
        <tbody>
          {levels.data.map((level) => (
            <tr key={level.id}>
              <th scope="row">
                <Link to="/settings/users/levels" search={{ id: level.id }}>
                  {level.name}
                </Link>
              </th>
              <td data-label={t('column.people')}>
                <People {...level.people} />
              </td>
              <td data-label={t('column.visibility')}>{t(`visibility.${level.visibility}`)}</td>
              <td data-label={t('column.opens')}>{number(pagesOf(level, levels.codes))}</td>
              {canEdit && (
                <td>
                  <RowMenu level={level} onAsk={(what) => setAsked({ what, level })} />
                </td>
              )}
            </tr>
          ))}
        </tbody>
      </table>
      {asked?.what === 'copy' && <NewLevelDialog levels={levels.data} from={asked.level} onClose={close} />}
      {asked?.what === 'delete' && <DeleteLevelDialog level={asked.level} onClose={close} />}
    </>
  );
}

function People({ active, all }: Level['people']) {
  const { t } = useTranslation('people/levels');
  return (
    <>
      {t('people', { count: active })}
      {all > active && <span className={classes['dim']}>{t('inactive', { count: all - active })}</span>}
    </>
  );
}

function RowMenu({ level, onAsk }: { level: Level; onAsk: (what: OpenDialog['what']) => void }) {
  const { t } = useTranslation('people/levels');
  return (
    <Menu position="bottom-end" width={160}>
      <Menu.Target>
        <ActionIcon size={32} aria-label={t('actions', { name: level.name })}>
          <IconDots size={16} stroke={1.75} aria-hidden />
        </ActionIcon>
      </Menu.Target>
      <Menu.Dropdown>
        <Menu.Item
          leftSection={<IconCopy size={16} stroke={1.75} aria-hidden />}
          onClick={() => onAsk('copy')}
        >
          {t('copy')}
        </Menu.Item>
        <Menu.Item
          leftSection={<IconTrash size={16} stroke={1.75} aria-hidden />}
          onClick={() => onAsk('delete')}
        >
          {t('delete')}
        </Menu.Item>
      </Menu.Dropdown>
    </Menu>
  );
}

function pagesOf(level: Level, codes: readonly string[]): number {
  const opened = codesOf(formOf(level));
  return codes.filter((code) => code.endsWith(':VIEW') && opened.has(code)).length;
}
