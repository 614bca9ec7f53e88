import { useSession } from '#shared/api/session.ts';
import { exactTime, minuteTime } from '#shared/lib/format.ts';
import { ErrorState } from '#shared/ui/states/error-state.tsx';
import { Skeletons } from '#shared/ui/states/skeletons.tsx';
import { Button } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import { useCallOpinions, type OpinionsQuery } from '../api.ts';
import classes from '../dashboards.module.css';

/** Ratings with what was written to them, each leading to its ticket. */
export function Opinions({ title, query }: { title: string; query: OpinionsQuery }) {
  const { t } = useTranslation('dashboards');
  const { can } = useSession();
  const opinions = useCallOpinions(query);
  if (!opinions.data)
    return opinions.error ? (
      <ErrorState error={opinions.error} onRetry={() => void opinions.refetch()} />
    ) : (
      <Skeletons rows={6} height={36} />
    );
  const all = opinions.data.pages.flatMap(({ data }) => data);
  if (all.length === 0)
    return <p className={classes['dim']}>{t(query.commented ? 'survey.no-comments' : 'survey.none')}</p>;
  return (
    <>
      <div className={classes['wide']} tabIndex={0} role="region" aria-label={title}>
        <table className={classes['table']}>
          <thead>
            <tr>
              <th scope="col">{t('column.ticket')}</th>
              <th scope="col" data-figure>
                {t('survey.rating')}
              </th>
              <th scope="col">{t('survey.comment')}</th>
              <th scope="col">{t('column.agent')}</th>
              <th scope="col">{t('column.department')}</th>
              <th scope="col">{t('survey.rated-at')}</th>
            </tr>
          </thead>
          <tbody>
            {all.map((opinion) => (
              <tr key={opinion.call_id}>
                <th scope="row">
                  {can('TICKETS:VIEW') ? (
                    <Link to="/tickets/detail" search={{ id: opinion.ticket_id }}>
                      {opinion.number}
                    </Link>
                  ) : (
                    opinion.number
                  )}
                </th>
                <td data-figure>{opinion.rating}</td>
                <td className={classes['comment']} dir="auto">
                  {opinion.comment}
                </td>
                <td>{opinion.agent ?? '–'}</td>
                <td>{opinion.department}</td>
                <td title={exactTime(opinion.rated_at)}>{minuteTime(opinion.rated_at)}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
      {opinions.hasNextPage && (
        <Button
          className={classes['more']}
          variant="default"
          size="xs"
          loading={opinions.isFetchingNextPage}
          onClick={() => void opinions.fetchNextPage()}
        >
          {t('more')}
        </Button>
      )}
    </>
  );
}
