import { call } from '#shared/api/call.ts';
import { queryClient } from '#shared/api/query-client.ts';
import { createWidget, type Reference } from '@trunkline/contract';
import { useTranslation } from 'react-i18next';
import { NewPlaceDrawer } from '../new-place-drawer.tsx';
import { newWidget, type Widget } from './widget-form.ts';

type Props = {
  departments: Reference['departments'];
  onClose: () => void;
  onCreated: (widget: Widget) => void;
};

export function NewWidgetDrawer({ departments, onClose, onCreated }: Props) {
  const { t } = useTranslation('settings');

  async function create(name: string, departmentId: number): Promise<string> {
    const { data } = await call(createWidget, { body: newWidget(name, departmentId) });
    queryClient.setQueryData<Widget[]>(['widgets'], (known) => [
      ...(known ?? []).filter((other) => other.id !== data.id),
      data,
    ]);
    onCreated(data);
    return data.name;
  }

  return (
    <NewPlaceDrawer
      title={t('chat.new')}
      placeholder={t('chat.new-name')}
      departments={departments}
      create={create}
      onClose={onClose}
    />
  );
}
