import { defineModule } from '../../tasks/define-module.ts';
import { renewPicture } from './renew-picture.ts';
import { sitePictures } from './site-picture.page.ts';

export const sitePictureModule = defineModule({
  chores: [
    {
      name: 'taking pictures',
      everyMs: 15_000,
      run: async (app, signal) => {
        if (app.pictures) await renewPicture(app, app.pictures, signal);
      },
    },
  ],
  pages: [sitePictures],
});
