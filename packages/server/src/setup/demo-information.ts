import type { Query } from '#platform/db';

const DAY_MS = 86_400_000;

/** Posts of the notice board, by topic. */
const POSTS = [
  {
    topic: 'Announcements',
    daysAgo: 9,
    title: 'Cut-off for same-day delivery is 13:00',
    body: 'Orders paid by 13:00 leave the roastery the same day. Please promise nothing later than that.',
  },
  {
    topic: 'Promotions',
    daysAgo: 3,
    title: 'Gayo week: 15 % off all Gayo beans',
    body: 'The code GAYO15 works until Sunday, once per customer, on whole beans and ground coffee.',
  },
  {
    topic: 'Known problems',
    daysAgo: 1,
    title: 'Late tracking updates of the courier',
    body: 'Tracking pages are up to a day behind. Parcels are on time: look the delivery up before you open a claim.',
  },
] as const;

/** Inserts the notice board. */
export async function insertInformation(q: Query, authorId: number, now: Date): Promise<void> {
  for (const [position, { topic, daysAgo, title, body }] of POSTS.entries()) {
    const { id } = await q
      .insertInto('information_categories')
      .values({ name: topic, position: position + 1 })
      .returning('id')
      .executeTakeFirstOrThrow();
    const at = new Date(now.getTime() - daysAgo * DAY_MS);
    await q
      .insertInto('information_posts')
      .values({
        category_id: id,
        title,
        body,
        must_read: false,
        starts_at: at,
        ends_at: null,
        author_id: authorId,
        updated_at: at,
      })
      .execute();
  }
}
