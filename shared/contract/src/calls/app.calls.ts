import { call } from '../call.ts';
import { App, AppListQuery } from '../schemas/app.ts';
import { page } from '../schemas/list.ts';

export const appCalls = {
  list: call({
    method: 'GET',
    path: '/nucal/user/apps',
    summary: 'The caller’s applications, paged',
    audience: 'signed-in',
    section: 'applications',
  })
    .input(AppListQuery)
    .output(page(App)),
};
