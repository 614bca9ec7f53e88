/** From this width on the navigation stands beside the page; below it, it is a page of its own. */
export const SIDE_BY_SIDE_QUERY = '(min-width: 1100px)';
/** Options of `useMediaQuery`: the first draw knows the width already. */
export const MEDIA_QUERY_OPTIONS = { getInitialValueInEffect: false };
