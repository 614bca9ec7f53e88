import { useSearchPatch } from '#shared/lib/search/use-search-patch.ts';
import { useReference, useSession } from '#shared/api/session.ts';
import type { BoardSearch } from '#shared/lib/search/board-search.ts';
import { EmptyState } from '#shared/ui/states/empty-state.tsx';
import { ErrorState } from '#shared/ui/states/error-state.tsx';
import { PageTitle } from '#shared/ui/layout/page-title.tsx';
import { SearchField } from '#shared/ui/layout/search-field.tsx';
import { Skeletons } from '#shared/ui/states/skeletons.tsx';
import { Button, Select } from '@mantine/core';
import { IconNotes, IconPlus } from '@tabler/icons-react';
import { useSearch } from '@tanstack/react-router';
import { POST_STATES, type InformationPost, type Reference } from '@trunkline/contract';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useBoard } from './api.ts';
import { PostCard } from './post-card.tsx';
import { PostDrawer } from './post-drawer.tsx';
import { ReadersDrawer } from './readers-drawer.tsx';
import classes from './information.module.css';

type Open = { edit: InformationPost | null } | { readers: InformationPost } | null;
type Patch = { [K in keyof BoardSearch]: BoardSearch[K] | undefined };

/** The notice board, with posts for everybody in the workspace. */
export function InformationPage() {
  const { t } = useTranslation('information');
  const { can } = useSession();
  const { search, change } = useAddress();
  const reference = useReference();
  const [open, setOpen] = useState<Open>(null);
  const canEdit = can('INFORMATION:EDIT');
  const board = useBoard(search);
  const unread = board.data?.pages[0]?.unread ?? 0;
  const categories = reference.data?.information_categories ?? [];
  return (
    <div className={classes['page']}>
      <PageTitle title={t('title')} note={unread > 0 ? t('unread', { count: unread }) : undefined}>
        {canEdit && (
          <Button
            leftSection={<IconPlus size={16} stroke={1.75} aria-hidden />}
            onClick={() => setOpen({ edit: null })}
          >
            {t('new')}
          </Button>
        )}
      </PageTitle>
      <Tools search={search} categories={categories} canEdit={canEdit} onChange={change} />
      <div className={classes['scroll']}>
        <Posts
          board={board}
          search={search}
          canEdit={canEdit}
          onEdit={(edit) => setOpen({ edit })}
          onReaders={(readers) => setOpen({ readers })}
        />
      </div>
      {open && 'edit' in open && (
        <PostDrawer
          key={open.edit?.id ?? 'new'}
          post={open.edit}
          categories={categories}
          onClose={() => setOpen(null)}
        />
      )}
      {open && 'readers' in open && <ReadersDrawer post={open.readers} onClose={() => setOpen(null)} />}
    </div>
  );
}

type ToolsProps = {
  search: BoardSearch;
  categories: Reference['information_categories'];
  canEdit: boolean;
  onChange: (patch: Patch) => void;
};

function Tools({ search, categories, canEdit, onChange }: ToolsProps) {
  const { t } = useTranslation('information');
  return (
    <div className={classes['tools']}>
      <SearchField
        words={{ search: t('search'), clear: t('clear') }}
        value={search.q ?? ''}
        onChange={(q) => onChange({ q: q || undefined })}
      />
      <Select
        aria-label={t('category')}
        placeholder={t('any-category')}
        clearable
        clearButtonProps={{ 'aria-label': t('clear') }}
        value={search.category === undefined ? null : String(search.category)}
        data={categories.map(({ id, name }) => ({ value: String(id), label: name }))}
        onChange={(id) => onChange({ category: id === null ? undefined : Number(id) })}
      />
      {canEdit && (
        <Select
          aria-label={t('shown')}
          allowDeselect={false}
          value={search.state ?? 'current'}
          data={POST_STATES.map((state) => ({ value: state, label: t(`state.${state}`) }))}
          onChange={(state) => onChange({ state: state === 'current' || state === null ? undefined : state })}
        />
      )}
    </div>
  );
}

type PostsProps = {
  board: ReturnType<typeof useBoard>;
  search: BoardSearch;
  canEdit: boolean;
  onEdit: (post: InformationPost) => void;
  onReaders: (post: InformationPost) => void;
};

function Posts({ board, search, canEdit, onEdit, onReaders }: PostsProps) {
  const { t } = useTranslation('information');
  if (board.isError) return <ErrorState error={board.error} onRetry={() => void board.refetch()} />;
  if (!board.data) return <Skeletons rows={4} height={72} />;
  const posts = board.data.pages.flatMap(({ data }) => data);
  const isNarrowed = Object.keys(search).length > 0;
  if (posts.length === 0)
    return (
      <EmptyState
        icon={IconNotes}
        title={t(isNarrowed ? 'none-found' : 'none')}
        hint={t(isNarrowed ? 'none-found-hint' : canEdit ? 'none-hint-edit' : 'none-hint')}
      />
    );
  return (
    <div className={classes['posts']}>
      {posts.map((post) => (
        <PostCard key={post.id} post={post} canEdit={canEdit} onEdit={onEdit} onReaders={onReaders} />
      ))}
      {board.hasNextPage && (
        <Button
          variant="default"
          loading={board.isFetchingNextPage}
          onClick={() => void board.fetchNextPage()}
        >
          {t('more')}
        </Button>
      )}
    </div>
  );
}

/** Returns the parameters in the address and the function that changes them. */
function useAddress() {
  const search = useSearch({ from: '/shell/information' });
  const patchSearch = useSearchPatch<BoardSearch>();
  return {
    search,
    change: (patch: Patch): void => patchSearch(patch, { replace: true }),
  };
}
