import { useLineError } from '#shared/forms/use-line-error.ts';
import { Button, Checkbox, Group, TextInput } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import {
  createWallLink,
  listWallLinks,
  revokeWallLink,
  WALL_NAME_MAX,
  WALL_TILES,
  type WallLink,
  type WallTile,
  onOneLine,
} from '@trunkline/contract';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { call } from '#shared/api/call.ts';
import { relativeTime } from '#shared/lib/format.ts';
import { Dialog } from '#shared/ui/dialogs/dialog.tsx';
import { ErrorState } from '#shared/ui/states/error-state.tsx';
import { useFloorAction } from '../actions/use-floor-action.ts';
import classes from './wall.module.css';

const PRESET: readonly WallTile[] = ['callers', 'longest', 'level', 'messages', 'oldest', 'ready'];

/** Creates and ends the links of wall screens. */
export function WallsDialog({ onClose }: { onClose: () => void }) {
  const { t } = useTranslation('monitoring/wall');
  const { data, error, refetch } = useQuery({
    queryKey: ['monitoring', 'walls'],
    queryFn: async ({ signal }) => (await call(listWallLinks, { signal })).data,
  });
  const reload = () => void refetch();
  return (
    <Dialog title={t('walls')} onClose={onClose} width={560}>
      <p className={classes['hint']}>{t('what')}</p>
      {error && !data && <ErrorState error={error} onRetry={reload} />}
      {data && data.length > 0 && (
        <ul className={classes['links']}>
          {data.map((link) => (
            <Line key={link.id} link={link} onRevoked={reload} />
          ))}
        </ul>
      )}
      <NewLink onMade={reload} />
    </Dialog>
  );
}

function Line({ link, onRevoked }: { link: WallLink; onRevoked: () => void }) {
  const { t } = useTranslation('monitoring/wall');
  const { isBusy, act } = useFloorAction();
  const { id, name, made_by: maker, last_used_at: used } = link;
  return (
    <li>
      <span>
        <span dir="auto">{name}</span>
        <small>
          {t('made-by', { name: maker.name })} ·{' '}
          {used ? t('used', { when: relativeTime(used) }) : t('unused')}
        </small>
      </span>
      <Button
        size="compact-sm"
        variant="default"
        loading={isBusy}
        aria-label={t('revoke-one', { name })}
        onClick={() =>
          void act(async () => {
            await call(revokeWallLink, { params: { id } });
            return t('revoked');
          }).then(onRevoked)
        }
      >
        {t('revoke')}
      </Button>
    </li>
  );
}

function NewLink({ onMade }: { onMade: () => void }) {
  const { t } = useTranslation('monitoring/wall');
  const { isBusy, act } = useFloorAction();
  const [name, setName] = useState('');
  const lineError = useLineError();
  const [tiles, setTiles] = useState<readonly WallTile[]>(PRESET);
  const [address, setAddress] = useState('');
  async function make(): Promise<void> {
    const isMade = await act(async () => {
      const wanted = WALL_TILES.filter((tile) => tiles.includes(tile));
      const { token } = await call(createWallLink, { body: { name, tiles: wanted } });
      setAddress(`${window.location.origin}/wall#${token}`);
      return t('made');
    });
    if (isMade) onMade();
  }
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault();
        void make();
      }}
    >
      <TextInput
        label={t('name')}
        placeholder={t('name-example')}
        maxLength={WALL_NAME_MAX}
        value={name}
        error={lineError(name)}
        onChange={({ currentTarget: { value } }) => setName(value)}
      />
      <Checkbox.Group
        mt={12}
        label={t('tiles')}
        value={[...tiles]}
        onChange={(chosen) => setTiles(WALL_TILES.filter((tile) => chosen.includes(tile)))}
      >
        <div className={classes['tiles']}>
          {WALL_TILES.map((tile) => (
            <Checkbox key={tile} value={tile} label={t(`tile.${tile}`)} />
          ))}
        </div>
      </Checkbox.Group>
      {address !== '' && (
        <TextInput
          readOnly
          label={t('address')}
          description={t('address-hint')}
          value={address}
          onFocus={({ currentTarget }) => currentTarget.select()}
        />
      )}
      <Group justify="flex-end" mt={12}>
        <Button type="submit" loading={isBusy} disabled={onOneLine(name) === '' || tiles.length === 0}>
          {t('make')}
        </Button>
      </Group>
    </form>
  );
}
