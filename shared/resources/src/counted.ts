export { formatNumber as countOf } from '@panel/core';
