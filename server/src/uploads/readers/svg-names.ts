/** What drawings consist of (SVG 2): nothing in it runs, leads elsewhere or holds a document of another kind. */
export const SVG_ELEMENTS: ReadonlySet<string> = new Set(
  `svg g defs symbol use title desc metadata style switch view image path rect circle ellipse line polyline polygon
  text tspan textPath linearGradient radialGradient stop pattern clipPath mask marker filter feBlend feColorMatrix
  feComponentTransfer feComposite feConvolveMatrix feDiffuseLighting feDisplacementMap feDistantLight feDropShadow
  feFlood feFuncA feFuncB feFuncG feFuncR feGaussianBlur feImage feMerge feMergeNode feMorphology feOffset
  fePointLight feSpecularLighting feSpotLight feTile feTurbulence`.split(/\s+/),
);

/** Their attributes: geometry, properties, filters, and what says who or what something is. */
export const SVG_ATTRIBUTES: ReadonlySet<string> = new Set(
  `id class style lang tabindex role title type media version baseProfile enable-background viewBox zoomAndPan
  preserveAspectRatio systemLanguage requiredFeatures requiredExtensions href src x y z width height cx cy r rx ry fx fy fr
  x1 y1 x2 y2 d points pathLength dx dy rotate textLength lengthAdjust startOffset method spacing side transform
  gradientTransform gradientUnits patternTransform patternUnits patternContentUnits spreadMethod offset stop-color
  stop-opacity clipPathUnits maskUnits maskContentUnits mask-type markerUnits markerWidth markerHeight refX refY orient
  filterUnits primitiveUnits filterRes in in2 result mode values operator k1 k2 k3 k4 order kernelMatrix divisor bias
  targetX targetY edgeMode kernelUnitLength preserveAlpha surfaceScale diffuseConstant specularConstant
  specularExponent limitingConeAngle pointsAtX pointsAtY pointsAtZ azimuth elevation scale xChannelSelector
  yChannelSelector stdDeviation radius baseFrequency numOctaves seed stitchTiles tableValues slope intercept amplitude
  exponent alignment-baseline baseline-shift clip clip-path clip-rule color color-interpolation
  color-interpolation-filters color-profile color-rendering cursor direction display dominant-baseline fill fill-opacity
  fill-rule filter flood-color flood-opacity font font-family font-feature-settings font-size font-size-adjust
  font-stretch font-style font-variant font-weight glyph-orientation-horizontal glyph-orientation-vertical
  image-rendering isolation kerning letter-spacing lighting-color line-height marker marker-end marker-mid marker-start
  mask mix-blend-mode opacity overflow paint-order pointer-events shape-rendering solid-color solid-opacity stroke
  stroke-dasharray stroke-dashoffset stroke-linecap stroke-linejoin stroke-miterlimit stroke-opacity stroke-width
  text-align text-anchor text-decoration text-indent text-overflow text-rendering transform-origin unicode-bidi
  vector-effect visibility white-space word-spacing writing-mode`.split(/\s+/),
);
