/** The dialect of ouqiang/delay-queue: jobs whose ids are unique over all topics. */
@NullMarked
package io.bide.dialect.ouqiang;

import org.jspecify.annotations.NullMarked;
