import { ActionIcon, Menu, Text, TextInput } from '@mantine/core';
import { IconDots } from '@tabler/icons-react';
import { LIMITS, onOneLine, type TicketView, type ViewSearch } from '@trunkline/contract';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { errorCode } from '#shared/api/api-error.ts';
import { useSession } from '#shared/api/session.ts';
import { OrderList } from '#shared/listing/order-list.tsx';
import { Dialog } from '#shared/ui/dialogs/dialog.tsx';
import { toast } from '#shared/ui/states/toast.ts';
import { useErrorWords } from '../error-words.ts';
import { removeView, restoreView, saveSettings, updateView, useViews } from './api.ts';

type Props = { search: ViewSearch; onClose: () => void };

/** Reorders, renames and deletes the user's views, and selects the default one. */
export default function ManageViews({ search, onClose }: Props) {
  const { t } = useTranslation('tickets');
  const { data } = useViews();
  const attempt = useAttempt();
  return (
    <Dialog title={t('views.manageTitle')} onClose={onClose} width={520}>
      <Text size="sm" c="dimmed" mb="sm">
        {t(data?.views.length === 0 ? 'views.none' : 'views.how')}
      </Text>
      <OrderList
        items={data?.views ?? []}
        handle={(name) => t('views.drag', { name })}
        onOrder={(ids) => void attempt(() => saveSettings({ view_order: ids }))}
      >
        {(view) => (
          <ViewLine view={view} search={search} isDefault={view.id === data?.settings.default_view_id} />
        )}
      </OrderList>
    </Dialog>
  );
}

/** Returns the function that runs an action and shows why it failed. */
function useAttempt() {
  const { t } = useTranslation('tickets');
  const words = useErrorWords();
  return async (act: () => Promise<void>): Promise<boolean> => {
    try {
      await act();
      return true;
    } catch (error) {
      toast(errorCode(error) === 'stale' ? t('views.stale') : words(error), { kind: 'failed' });
      return false;
    }
  };
}

function ViewLine({ view, search, isDefault }: { view: TicketView; search: ViewSearch; isDefault: boolean }) {
  const { t } = useTranslation('tickets');
  const { can } = useSession();
  const attempt = useAttempt();
  const mayShare = can('CONFIG_LIST_FIELD:EDIT');
  const mayEdit = view.is_shared ? mayShare : view.is_mine;

  async function remove(): Promise<void> {
    if (!(await attempt(() => removeView(view)))) return;
    const action = { label: t('views.undo'), run: () => void attempt(() => restoreView(view)) };
    toast(t('views.removed', { name: view.name }), { action });
  }

  return (
    <>
      {mayEdit ? <NameField view={view} /> : <bdi style={{ flex: 1 }}>{view.name}</bdi>}
      <Text size="xs" c="dimmed">
        {[isDefault && t('views.isDefault'), view.is_shared && t('views.shared')].filter(Boolean).join(' · ')}
      </Text>
      <Menu>
        <Menu.Target>
          <ActionIcon aria-label={t('views.more', { name: view.name })}>
            <IconDots size={16} stroke={1.75} />
          </ActionIcon>
        </Menu.Target>
        <Menu.Dropdown>
          <Menu.Item
            onClick={() => void attempt(() => saveSettings({ default_view_id: isDefault ? null : view.id }))}
          >
            {t(isDefault ? 'views.noDefault' : 'views.makeDefault')}
          </Menu.Item>
          {mayEdit && (
            <>
              <Menu.Item onClick={() => void attempt(() => updateView(view, { search }))}>
                {t('views.update')}
              </Menu.Item>
              {mayShare && (
                <Menu.Item
                  onClick={() => void attempt(() => updateView(view, { is_shared: !view.is_shared }))}
                >
                  {t(view.is_shared ? 'views.toOwn' : 'views.toShared')}
                </Menu.Item>
              )}
              <Menu.Item color="red" onClick={() => void remove()}>
                {t('views.remove')}
              </Menu.Item>
            </>
          )}
        </Menu.Dropdown>
      </Menu>
    </>
  );
}

/** The name of a view; saved when the field is left or on Enter, undone with Escape. */
function NameField({ view }: { view: TicketView }) {
  const { t } = useTranslation('tickets');
  const attempt = useAttempt();
  // Based on the view when typing began, so that changes by others are neither overwritten nor replace the typed text.
  const [draft, setDraft] = useState<{ name: string; of: TicketView } | null>(null);
  const save = () => {
    const next = draft && onOneLine(draft.name);
    if (draft && next && next !== draft.of.name) void attempt(() => updateView(draft.of, { name: next }));
    setDraft(null);
  };
  return (
    <TextInput
      aria-label={t('views.rename', { name: view.name })}
      style={{ flex: 1 }}
      maxLength={LIMITS.name}
      value={draft?.name ?? view.name}
      onChange={(event) => setDraft({ name: event.currentTarget.value, of: draft?.of ?? view })}
      onBlur={save}
      onKeyDown={(event) => event.key === 'Enter' && event.currentTarget.blur()}
    />
  );
}
