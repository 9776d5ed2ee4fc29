package io.bide.spring.boot3;

import com.fasterxml.jackson.databind.ObjectMapper;
import io.bide.spring.JsonMapping;
import io.bide.spring.autoconfigure.QueueAutoConfiguration;
import java.lang.reflect.Type;
import org.springframework.boot.autoconfigure.AutoConfiguration;
import org.springframework.boot.autoconfigure.condition.ConditionalOnBean;
import org.springframework.boot.autoconfigure.condition.ConditionalOnClass;
import org.springframework.boot.autoconfigure.condition.ConditionalOnMissingBean;
import org.springframework.boot.autoconfigure.jackson.JacksonAutoConfiguration;
import org.springframework.context.annotation.Bean;

/** Payloads as JSON, by the application's Jackson. */
@AutoConfiguration(before = QueueAutoConfiguration.class, after = JacksonAutoConfiguration.class)
@ConditionalOnClass(ObjectMapper.class)
@ConditionalOnBean(ObjectMapper.class)
public class JsonAutoConfiguration {
  @Bean
  @ConditionalOnMissingBean
  JsonMapping bideJsonMapping(ObjectMapper mapper) {
    return new JsonMapping() {
      @Override
      public byte[] write(Object payload) throws Exception {
        return mapper.writeValueAsBytes(payload);
      }

      @Override
      public Object read(byte[] json, Type type) throws Exception {
        return mapper.readValue(json, mapper.constructType(type));
      }
    };
  }
}
