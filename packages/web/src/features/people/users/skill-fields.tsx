import { ActionIcon, Select } from '@mantine/core';
import { IconX } from '@tabler/icons-react';
import { PROFICIENCIES, type Person, type Reference } from '@trunkline/contract';
import { useTranslation } from 'react-i18next';
import classes from './users.module.css';

type Skills = Person['skills'];
type Props = {
  skills: Skills;
  known: Reference['skills'];
  onChange: (skills: Skills) => void;
};

/** The skills of a user with their levels; selecting one adds it. */
export function SkillFields({ skills, known, onChange }: Props) {
  const { t } = useTranslation('people/users');
  const free = known.filter(({ id, is_active }) => is_active && skills.every((own) => own.skill_id !== id));
  const nameOf = (id: number) => known.find((each) => each.id === id)?.name ?? String(id);
  const inside = { withinPortal: false } as const;
  return (
    <div className={classes['rules']} role="group" aria-label={t('skills')}>
      {known.length === 0 && <p className={classes['dim']}>{t('no-skills')}</p>}
      {skills.map(({ skill_id: id, proficiency }) => (
        <div key={id} className={classes['rule']}>
          <Select
            label={nameOf(id)}
            aria-label={t('how-well', { skill: nameOf(id) })}
            comboboxProps={inside}
            value={String(proficiency)}
            allowDeselect={false}
            data={PROFICIENCIES.map((each) => ({ value: String(each), label: t(`proficiency.${each}`) }))}
            onChange={(value) => {
              const next = PROFICIENCIES.find((each) => String(each) === value);
              if (next)
                onChange(skills.map((own) => (own.skill_id === id ? { ...own, proficiency: next } : own)));
            }}
          />
          <ActionIcon
            variant="default"
            size={32}
            aria-label={t('remove-skill', { skill: nameOf(id) })}
            title={t('remove-skill', { skill: nameOf(id) })}
            onClick={() => onChange(skills.filter((own) => own.skill_id !== id))}
          >
            <IconX size={16} stroke={1.75} />
          </ActionIcon>
        </div>
      ))}
      {free.length > 0 && (
        <Select
          label={t('add-skill')}
          placeholder={t('choose-skill')}
          comboboxProps={inside}
          value={null}
          searchable
          data={free.map(({ id, name }) => ({ value: String(id), label: name }))}
          onChange={(id) => id && onChange([...skills, { skill_id: Number(id), proficiency: 3 }])}
        />
      )}
    </div>
  );
}
