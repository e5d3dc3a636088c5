import { Navigate } from '@panel/core/router';

/** /wp-manager leads to the first entry of its submenu (spec §2, Sites menu). */
export const Component = () => <Navigate to="/themes" replace />;
