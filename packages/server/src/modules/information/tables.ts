import '#platform/tables';

declare module '#platform/tables' {
  interface Tables {
    information_posts: {
      id: Auto<number>;
      category_id: number;
      title: string;
      body: string;
      html: Auto<string>;
      must_read: boolean;
      starts_at: Time;
      ends_at: Time | null;
      author_id: number;
      updated_at: Time;
      version: Auto<number>;
    };
    information_files: {
      id: string;
      post_id: number | null;
      position: Auto<number>;
      user_id: number | null;
      name: string;
      mime: string;
      size: number;
      sha256: string;
      created_at: Time;
    };
    information_reads: { post_id: number; user_id: number; read_at: Time };
  }
}
