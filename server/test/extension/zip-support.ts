export { pluginZip, themeZip, zipOf, type ZipEntry } from '../../src/testing/zip.ts';
