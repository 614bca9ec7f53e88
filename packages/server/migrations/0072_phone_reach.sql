alter table phone_lines
  add column reach text not null default 'outside' check (reach in ('inside', 'outside', 'setup'));
comment on column phone_lines.reach is 'Whom this phone may call: colleagues and queues, also numbers outside, also the numbers of the company as if from outside.';
