import { LANGUAGES } from '@trunkline/contract';
import type { Db } from '#platform/db';

/** Skill levels of the demo's agents: English, Indonesian, and grinders and machines; 0: none. */
const KNOWS: Record<string, readonly [number, number, number]> = {
  agent1: [4, 5, 2],
  agent2: [3, 5, 0],
  agent3: [5, 1, 0],
  agent4: [3, 5, 5],
  agent5: [4, 5, 4],
  agent6: [5, 2, 1],
};

/** Inserts the skills of the demo's agents. */
export async function insertSkills(q: Db['q'], ids: ReadonlyMap<string, number>): Promise<void> {
  const [english, indonesian] = LANGUAGES;
  const skills = await q
    .insertInto('skills')
    .values([
      { name: 'English', language: english, position: 1 },
      { name: 'Bahasa Indonesia', language: indonesian, position: 2 },
      { name: 'Grinders and machines', language: null, least: 3, position: 3 },
    ])
    .returning('id')
    .execute();
  const known = Object.entries(KNOWS).flatMap(([username, levels]) =>
    levels.flatMap((proficiency, index) => {
      const [user_id, skill_id] = [ids.get(username), skills[index]?.id];
      return proficiency > 0 && user_id && skill_id ? [{ user_id, skill_id, proficiency }] : [];
    }),
  );
  await q.insertInto('user_skills').values(known).execute();
}
