-- The notice board, and what its posts are about.
create table information_categories (
  id bigint generated always as identity primary key,
  name text not null,
  position int not null default 0,
  is_active boolean not null default true,
  version int not null default 1
);

create table information_posts (
  id bigint generated always as identity primary key,
  category_id bigint not null references information_categories,
  title text not null,
  body text not null,
  must_read boolean not null,
  starts_at timestamptz(3) not null,
  ends_at timestamptz(3),
  author_id bigint not null references users,
  updated_at timestamptz(3) not null,
  version int not null default 1
);
create index information_posts_starts on information_posts (starts_at desc, id desc);
create index information_posts_category on information_posts (category_id);
comment on column information_posts.must_read is 'Everybody confirms that they have read it.';
comment on column information_posts.ends_at is 'Not shown any more from then on; null: until it is taken away.';

create table information_reads (
  post_id bigint not null references information_posts on delete cascade,
  user_id bigint not null references users on delete cascade,
  read_at timestamptz(3) not null,
  primary key (post_id, user_id)
);
create index information_reads_user on information_reads (user_id);
