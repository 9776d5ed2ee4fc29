package io.bide.testing.architecture;

import static com.tngtech.archunit.base.DescribedPredicate.describe;
import static com.tngtech.archunit.lang.SimpleConditionEvent.satisfied;
import static com.tngtech.archunit.lang.SimpleConditionEvent.violated;

import com.tngtech.archunit.base.DescribedPredicate;
import com.tngtech.archunit.core.domain.AccessTarget;
import com.tngtech.archunit.core.domain.AccessTarget.CodeUnitAccessTarget;
import com.tngtech.archunit.core.domain.Dependency;
import com.tngtech.archunit.core.domain.JavaAccess;
import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.core.domain.JavaCodeUnit;
import com.tngtech.archunit.core.domain.JavaModifier;
import com.tngtech.archunit.core.domain.JavaType;
import com.tngtech.archunit.core.domain.PackageMatchers;
import com.tngtech.archunit.lang.ArchCondition;
import com.tngtech.archunit.lang.ConditionEvents;
import com.tngtech.archunit.library.dependencies.SliceAssignment;
import com.tngtech.archunit.library.dependencies.SliceIdentifier;
import java.time.Clock;
import java.util.Collection;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;

/** The words that the rules need and ArchUnit does not have. */
final class Conditions {
  static final DescribedPredicate<JavaCodeUnit> CAN_BE_CALLED_FROM_OTHER_PACKAGES = describe(
      "can be called from other packages",
      method -> isOpen(method.getModifiers()) && isOpen(method.getOwner().getModifiers()));

  /** Reads the machine's clock or waits for it. {@code Instant.now(clock)} is fine. */
  static final DescribedPredicate<JavaAccess<?>> TARGET_IS_AMBIENT_TIME =
      describe("the target is ambient time", access -> isAmbientTime(access.getTarget()));

  static final SliceAssignment ONE_SLICE_PER_PACKAGE = new SliceAssignment() {
    @Override
    public SliceIdentifier getIdentifierOf(JavaClass javaClass) {
      return SliceIdentifier.of(javaClass.getPackageName());
    }

    @Override
    public String getDescription() {
      return "every package";
    }
  };

  private Conditions() {}

  static ArchCondition<JavaClass> dependOnAParentPackageExcept(String... exceptions) {
    Set<String> allowed = Set.of(exceptions);
    return new ArchCondition<>("depend on a parent package") {
      @Override
      public void check(JavaClass javaClass, ConditionEvents events) {
        for (Dependency dependency : javaClass.getDirectDependenciesFromSelf()) {
          String target = dependency.getTargetClass().getPackageName();
          if (javaClass.getPackageName().startsWith(target + ".") && !allowed.contains(target)) {
            events.add(satisfied(dependency, dependency.getDescription()));
          }
        }
      }
    };
  }

  static ArchCondition<JavaCodeUnit> notMention(String... packages) {
    PackageMatchers driver = PackageMatchers.of(packages);
    return new ArchCondition<>("not mention " + String.join(", ", packages)) {
      @Override
      public void check(JavaCodeUnit method, ConditionEvents events) {
        Stream.of(
                Stream.of(method.getReturnType()),
                method.getParameterTypes().stream(),
                method.getExceptionTypes().stream())
            .flatMap(types -> types)
            .map(JavaType::getAllInvolvedRawTypes)
            .flatMap(Collection::stream)
            .filter(type -> driver.test(type.getPackageName()))
            .forEach(type -> events.add(
                violated(method, method.getDescription() + " mentions " + type.getName())));
      }
    };
  }

  private static boolean isOpen(Set<JavaModifier> modifiers) {
    return modifiers.contains(JavaModifier.PUBLIC) || modifiers.contains(JavaModifier.PROTECTED);
  }

  private static boolean isAmbientTime(AccessTarget target) {
    JavaClass owner = target.getOwner();
    String name = target.getName();
    if (owner.isEquivalentTo(System.class)) {
      return name.equals("currentTimeMillis") || name.equals("nanoTime");
    }
    if (owner.isEquivalentTo(Thread.class) || owner.isEquivalentTo(TimeUnit.class)) {
      return name.equals("sleep");
    }
    return owner.getPackageName().startsWith("java.time")
        && (name.equals("now") || name.startsWith("system") || name.startsWith("tick"))
        && target instanceof CodeUnitAccessTarget method
        && method.getRawParameterTypes().stream()
            .noneMatch(type -> type.isEquivalentTo(Clock.class));
  }
}
