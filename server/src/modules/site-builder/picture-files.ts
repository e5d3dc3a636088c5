import type { BuilderContent, BuilderPage } from '@panel/contract';
import { siteFolderKey } from '../backup/backup-archive.ts';

/** The folder of one picture, because the storage removes whole folders. */
export const pictureFolderKey = (siteId: string, name: string): string =>
  `${siteFolderKey(siteId)}/builder/${name.replace('.', '-')}`;

/** A picture in the storage; removed with everything else that the storage has of the site. */
export const builderPictureKey = (siteId: string, name: string): string => `${pictureFolderKey(siteId, name)}/${name}`;

const shows =
  (name: string) =>
  ({ html, css }: Pick<BuilderPage, 'html' | 'css'>): boolean =>
    html.includes(name) || css.includes(name);

/** The first page that shows a picture. */
export const pageWith = ({ pages }: BuilderContent, name: string): BuilderPage | undefined => pages.find(shows(name));

/** The pictures that pages show. */
export const usedPictures = <Row extends { name: string }>(content: BuilderContent, pictures: readonly Row[]): Row[] =>
  pictures.filter(({ name }) => pageWith(content, name));
