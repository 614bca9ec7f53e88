import { useMutation, useQuery } from '@tanstack/react-query';
import {
  createBlock,
  listBlockable,
  removeBlock,
  restoreBlock,
  type Block,
  type BodyOf,
  type Customer,
} from '@trunkline/contract';
import { useTranslation } from 'react-i18next';
import { call } from '#shared/api/call.ts';
import { queryClient } from '#shared/api/query-client.ts';
import { toast } from '#shared/ui/states/toast.ts';

type NewBlock = BodyOf<typeof createBlock>;

/** The addresses by which a customer can be blocked, and whether they are. */
export const useBlockable = ({ id, version }: Pick<Customer, 'id' | 'version'>) =>
  useQuery({
    queryKey: ['blocks', 'of', id, version],
    queryFn: async ({ signal }) => (await call(listBlockable, { params: { id }, signal })).data,
    staleTime: 0,
  });

/** Blocks and unblocks; both can be undone. */
export function useBlocking() {
  const { t } = useTranslation('shared/blocking');
  const work = useMutation({
    mutationFn: (run: () => Promise<unknown>) => run(),
    onError: () => void toast(t('failed'), { kind: 'failed' }),
    onSettled: () => queryClient.invalidateQueries({ queryKey: ['blocks'] }),
  });
  const undo = (run: () => void) => ({ action: { label: t('undo'), run } });

  const add = async (body: Partial<NewBlock> & Pick<NewBlock, 'kind' | 'value'>) =>
    (await call(createBlock, { body: { account_id: null, name: '', reason: '', ...body } })).data;
  const remove = (id: number) => call(removeBlock, { params: { id } });

  function block(body: Parameters<typeof add>[0], what: string): void {
    work.mutate(async () => {
      const { id } = await add(body);
      toast(
        t('done', { what }),
        undo(() => work.mutate(() => remove(id))),
      );
    });
  }

  function unblock(id: Block['id'], what: string): void {
    work.mutate(async () => {
      await remove(id);
      toast(
        t('undone', { what }),
        undo(() => work.mutate(() => call(restoreBlock, { params: { id }, body: {} }))),
      );
    });
  }

  return { block, unblock, isBusy: work.isPending };
}
