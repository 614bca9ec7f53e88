create table list_layouts (
  user_level_id bigint primary key references user_levels on delete cascade,
  tickets jsonb not null,
  customers jsonb not null,
  version int not null default 1
);
comment on table list_layouts is 'Columns and order of a level in the lists of tickets and customers; a level without a row has them as they come.';
